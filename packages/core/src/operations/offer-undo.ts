/**
 * The call that would take back one that ran, as a hold of its own: a person decides on it like on any other, nothing can
 * grant it, and no agent's call can ever meet it. One per hold, however often it is offered.
 */
import type { Call, ToolDefinition } from '../call/call.ts'
import type { Hold, ProcessIdentity } from '../hold/hold.ts'
import type { Sha256 } from '../json/sha256.ts'
import type { Step, Store } from '../store/store.ts'
import { holdRecord } from './hold-record.ts'
import { draftHold } from './open-hold.ts'

export interface UndoOffer {
  readonly id: string
  /** The hold whose call ran. */
  readonly of: Hold
  /** The compensating call. */
  readonly call: Pick<Call, 'tool' | 'argumentsText' | 'arguments' | 'digest'>
  readonly definition: ToolDefinition
  readonly policyHash: string
  readonly owner: ProcessIdentity
  readonly sha256: Sha256
}

/** Under names of our own: an offer, or its refusal, uses up nothing of what the agent may still ask in its session. */
const OFFERED_BY = { client: { name: 'holdpoint undo', version: '' } }

/** An offer nobody wants must not stand among the open questions for a day. */
const LONGEST_OFFER_MS = 60 * 60_000

/** `null`: it was offered before. */
export async function offerUndo(store: Store, offer: UndoOffer): Promise<Hold | null> {
  // Two members where a call's key has six: the texts that are hashed can never be the same.
  const key = offer.sha256(JSON.stringify(['undo', offer.of.id]))
  return await store.holds.changeNewest(key, (newest, now): Step<Hold | null> => {
    if (newest !== null) return { do: 'keep', answer: null }
    const hold = draftUndo(offer, key, now)
    const record = holdRecord(hold, 'hold-created', null, `would take back ${offer.of.id}`)
    return { do: 'write', hold, record, before: null, answer: hold }
  })
}

function draftUndo(offer: UndoOffer, key: string, now: number): Hold {
  const { of, call } = offer
  const drafted = draftHold(
    {
      id: offer.id,
      call: { ...of.call, ...call, ...OFFERED_BY, session: `undo of ${of.id}`, rationale: null },
      ruling: {
        ...of.ruling,
        rule: 'undo recipe',
        why: `It would take back ${of.call.tool}, which ran.`,
        irreversible: false,
        grantable: false,
        scope: null,
        decideWithinMs: Math.min(of.ruling.decideWithinMs, LONGEST_OFFER_MS),
      },
      definition: offer.definition,
      policyHash: offer.policyHash,
      owner: offer.owner,
      warnings: [`This takes back hold ${of.id}: ${of.preview.title}.`],
      sha256: offer.sha256,
    },
    key,
    [],
    now,
  )
  return { ...drafted, undoOf: of.id, preview: { ...drafted.preview, title: `Undo: ${drafted.preview.title}` } }
}
