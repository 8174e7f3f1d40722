/**
 * The cheatsheets that a configuration names: one markdown file for each server, beside the configuration. It reads
 * them and says what is wrong; whether agents may see a text is not decided here.
 */
import { open, readdir, stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import type { PolicyConfig, PolicyProblem } from '@holdpoint/core/policy'
import type { CheatsheetSource } from '@holdpoint/gateway'
import { closestWord } from './closest-word.ts'

const LONGEST_CHEATSHEET = 64 * 1024

export type CheatsheetReading =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string; readonly suggestion: string }

export interface FoundCheatsheets {
  readonly files: { readonly [server: string]: string }
  readonly problems: readonly PolicyProblem[]
}

export async function findCheatsheets(config: PolicyConfig, configFile: string | null): Promise<FoundCheatsheets> {
  const folder = configFile === null ? process.cwd() : dirname(resolve(configFile))
  const files = Object.create(null) as { [server: string]: string }
  const problems: PolicyProblem[] = []
  for (const [server, { cheatsheet }] of Object.entries(config.servers)) {
    if (cheatsheet === null) continue
    const file = resolve(folder, cheatsheet)
    const reading = await readCheatsheet(file)
    if (reading.ok) files[server] = file
    else {
      const { message, suggestion } = reading
      problems.push({ path: ['servers', server, 'cheatsheet'], message, suggestion })
    }
  }
  return { files, problems }
}

export async function readCheatsheet(file: string): Promise<CheatsheetReading> {
  let bytes: Buffer
  try {
    // Reading a pipe would wait until another process writes to it.
    if (!(await stat(file)).isFile()) return refuse(`The cheatsheet ${file} is no file.`, 'name a markdown file')
    bytes = await readAtMost(file, LONGEST_CHEATSHEET + 1)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    if (code !== 'ENOENT') {
      return refuse(`The cheatsheet ${file} cannot be read (${code}).`, 'name a file that this account may read')
    }
    const near = await similarFile(file)
    const meant = near === null ? 'write the file, or remove "cheatsheet"' : `did you mean "${near}"?`
    return refuse(`There is no cheatsheet ${file}.`, meant)
  }
  if (bytes.length > LONGEST_CHEATSHEET) {
    return refuse(`The cheatsheet ${file} is larger than 64 kB.`, 'agents read it whole: shorten it')
  }
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return refuse(`The cheatsheet ${file} is not UTF-8 text.`, 'save it as UTF-8')
  }
}

/** A path may lead to something endless. */
async function readAtMost(file: string, limit: number): Promise<Buffer> {
  const handle = await open(file, 'r')
  try {
    const buffer = Buffer.alloc(limit)
    let length = 0
    while (length < limit) {
      const { bytesRead } = await handle.read(buffer, length, limit - length, null)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return buffer.subarray(0, length)
  } finally {
    await handle.close()
  }
}

async function similarFile(file: string): Promise<string | null> {
  try {
    return closestWord(basename(file), await readdir(dirname(file)))
  } catch {
    return null
  }
}

function refuse(message: string, suggestion: string): CheatsheetReading {
  return { ok: false, message, suggestion }
}

/** The texts of the servers that have one, read anew each time; what cannot be read is said in the log. */
export function createCheatsheetSource(
  files: () => { readonly [server: string]: string },
  log: (message: string) => void,
): CheatsheetSource {
  return {
    has: (server) => Object.hasOwn(files(), server),
    async read(server) {
      const file = files()[server]
      if (file === undefined) return null
      const reading = await readCheatsheet(file)
      if (reading.ok) return reading.text
      log(`[${server}] ${reading.message} Agents see the accepted one.`)
      return null
    },
  }
}
