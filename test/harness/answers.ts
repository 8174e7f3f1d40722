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
}

/** The envelope of a call that waits; fails on anything else. */
export function envelopeOf(answer: Message): Envelope {
  const envelope = (answer.result?.['_meta']?.[HOLD_META] ?? answer.result?.structuredContent) as Envelope | undefined
  expect(envelope?.requires_human_approval, JSON.stringify(answer)).toBe(true)
  return envelope as Envelope
}

/** The code of a refusal (`DECLINED`, `OUTCOME_UNKNOWN` …), or `null` where the answer is none of ours. */
export function codeOf(answer: Message): string | null {
  return (answer.result?.['_meta']?.[HOLD_META]?.error?.code as string | undefined) ?? null
}

export function textOf(answer: Message): string {
  const content = (answer.result?.content ?? []) as readonly { readonly text?: string }[]
  return content.map(({ text }) => text ?? '').join('\n')
}

/** Id and state of the hold that a result was held by, or `null`. */
export function heldBy(answer: Message): { id: string; state: string; decided_by?: string; via?: string } | null {
  const mark = answer.result?.['_meta']?.[HOLD_META] as { id?: string; state: string } | undefined
  return mark?.id === undefined ? null : { ...mark, id: mark.id }
}
