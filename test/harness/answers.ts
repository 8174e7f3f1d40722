/** Reads the answers that the gateway itself gives to an agent. */
import { expect } from 'vitest'
import type { Message } from './stdio-client.ts'

export const HOLD_META = 'dev.holdpoint/hold'

export interface Envelope {
  readonly requires_human_approval: true
  readonly approval_id: string
  readonly approval_url: string
  readonly summary: string
  readonly ttl_seconds: number
  readonly state: string
  readonly next_step: string
}

/** The envelope of a call that waits; fails on anything else. */
export function envelopeOf(answer: Message): Envelope {
  const envelope = saidIn(answer) as Envelope | undefined
  expect(envelope?.requires_human_approval, JSON.stringify(answer)).toBe(true)
  return envelope as Envelope
}

/** The code of a refusal (`DECLINED`, `OUTCOME_UNKNOWN` …), or `null` where the answer is none of ours. */
export function codeOf(answer: Message): string | null {
  return (saidIn(answer) as { readonly error?: { readonly code: string } } | undefined)?.error?.code ?? null
}

/** The object of an answer of ours; for a tool with an output schema it stands in the text, behind the words. */
export function saidIn({ result }: Pick<Message, 'result'>): unknown {
  if (result?.structuredContent !== undefined) return result.structuredContent as unknown
  const text = (result?.content?.[0]?.text ?? '') as string
  const [object] = /\{"(requires_human_approval|error)":.*$/.exec(text) ?? []
  return object === undefined ? undefined : JSON.parse(object)
}

export function textOf(answer: Message): string {
  const content = (answer.result?.content ?? []) as readonly { readonly text?: string }[]
  return content.map(({ text }) => text ?? '').join('\n')
}

/** Id and state of the hold that a result of the server was held by, or `null`. */
export function heldBy(answer: Message): { id: string; state: string; decided_by?: string; via?: string } | null {
  const mark = answer.result?.['_meta']?.[HOLD_META] as { id?: string; state: string } | undefined
  const isServers = mark?.state === 'succeeded' || mark?.state === 'failed'
  return mark?.id === undefined || !isServers ? null : { ...mark, id: mark.id }
}
