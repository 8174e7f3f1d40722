/**
 * How a hold stands, in words: the one home for the badge of a card and for every list of holds, so that two of them
 * never say different things of one hold.
 */
import type { Hold } from '@holdpoint/core'
import type { MessageTable } from './message-table.ts'

/** Where the state of its call would say less, or something else. */
export function heldWords(messages: MessageTable): { readonly [state: string]: string } {
  return {
    approved: messages.approved,
    unknown: messages.uncertain,
    resolved: messages.settled,
    declined: messages.declined,
    expired: messages.lapsed,
    invalidated: messages.outdated,
  }
}

/** For lists: what waits, runs, is done or failed has the words of any other call. */
export function stateWords(messages: MessageTable): { readonly [state in Hold['state']]: string } {
  const { pending, running: dispatching, success: succeeded, error: failed, cancelled } = messages
  const all = { pending, dispatching, succeeded, failed, cancelled, ...heldWords(messages) }
  return all as { readonly [state in Hold['state']]: string }
}
