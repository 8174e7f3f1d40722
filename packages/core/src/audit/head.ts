/**
 * The head of the audit log: how long each chain is and how it ends, signed, on one line of text. It is kept outside
 * the database, where a cut or an exchanged database shows against it; as a receipt it can be kept by people, as a line
 * of a witness by another machine. Reading a line does not check its signature; the holder of the key does.
 */
export interface Head {
  /** Names the log, through every restore. */
  readonly store: string
  /** Goes up by one whenever the database was found not to continue what the head said. */
  readonly generation: number
  readonly at: number
  /** In the order of their names. */
  readonly chains: readonly ChainEnd[]
}

export interface ChainEnd {
  readonly chain: string
  readonly length: number
  readonly hash: string
}

export interface SignedHead extends Head {
  readonly signature: string
}

/** Where a head was found: which words to use, and how much it weighs. */
export type HeadSource = 'head' | 'receipt' | 'witness'

export interface KeptHead {
  readonly head: SignedHead
  readonly source: HeadSource
}

const ENCODING = 'holdpoint-head-1'
const LINE = /^holdpoint-head-1 ([\w-]{1,64})\.(\d{1,9}) (\S{20,30}) (\S+) ([0-9a-f]{64})$/
const CHAIN = /^([^=:,]+)=(\d{1,15}):([0-9a-f]{64})$/

/** What is signed: the line without its signature. */
export function headPayload({ store, generation, at, chains }: Head): string {
  const ends = chains.map(({ chain, length, hash }) => `${encodeURIComponent(chain)}=${length}:${hash}`).sort()
  return `${ENCODING} ${store}.${generation} ${new Date(at).toISOString()} ${ends.join(',')}`
}

export function toHeadLine(head: SignedHead): string {
  return `${headPayload(head)} ${head.signature}`
}

/** `null`: this is no head. */
export function readHeadLine(line: string): SignedHead | null {
  const [, store, generation, time, ends, signature] = LINE.exec(line.trim()) ?? []
  if (store === undefined || time === undefined || ends === undefined || signature === undefined) return null
  const at = Date.parse(time)
  const chains = ends.split(',').map(readChainEnd)
  if (Number.isNaN(at) || !chains.every((end) => end !== null)) return null
  return { store, generation: Number(generation), at, chains, signature }
}

/** Every head in a text, in its order; other lines are skipped, so a receipt may stand in a letter. */
export function readHeads(text: string): readonly SignedHead[] {
  return text
    .split('\n')
    .map(readHeadLine)
    .filter((head) => head !== null)
}

export function countRecords({ chains }: Head): number {
  return chains.reduce((sum, { length }) => sum + length, 0)
}

/** Whether the one was made after the other, as far as both speak of the same log. */
export function isLaterHead(head: Head, than: Head): boolean {
  if (head.generation !== than.generation) return head.generation > than.generation
  const [count, other] = [countRecords(head), countRecords(than)]
  return count === other ? head.at > than.at : count > other
}

function readChainEnd(text: string): ChainEnd | null {
  const [, chain, length, hash] = CHAIN.exec(text) ?? []
  if (chain === undefined || hash === undefined) return null
  try {
    return { chain: decodeURIComponent(chain), length: Number(length), hash }
  } catch {
    return null
  }
}
