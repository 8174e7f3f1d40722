/**
 * Meets a message whose envelope is not signed. Each program that has the address of the bot can put any words into it, in any name: it
 * answers no question, neither with yes nor with no, and the chat is told so where it reads like an answer. Other text is the
 * author's to judge, and goes on to the agent.
 */
import { readChatMessage, sayIn, thrownMessage } from '@holdpoint/core'
import type { InboundMessage } from './channel-gate.ts'
import { findWaiting } from './intercept-message.ts'
import type { InterceptOptions } from './intercept-message.ts'

/** Whether it is kept from the agent. */
export async function meetUnsigned(options: InterceptOptions, message: InboundMessage): Promise<boolean> {
  const { store, gate, words, log } = options
  const { session, mention } = message
  const reading = readChatMessage(message, {
    ...(words === undefined ? {} : { words }),
    ...(mention === undefined ? {} : { mention }),
  })
  if (reading.kind === 'none') return false
  try {
    if ((await findWaiting(store, gate, session)).length === 0) return false
  } catch (error) {
    log(`what was written in ${session} could not be looked at: ${thrownMessage(error)}`)
  }
  log(`an answer in ${session} does not count: the platform did not sign what it says`)
  options.write(session, sayIn(options.languageOf(session), 'chatUnsigned'))
  return true
}
