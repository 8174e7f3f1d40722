/**
 * Finds out in the chat who approves and where: the terminal shows a code, a person writes it to the bot, and the person at the
 * terminal says whether that was the right one. Without their yes nobody is paired.
 */
import { chatIdentity } from '@holdpoint/core'
import type { ChatPlatform } from '@holdpoint/core'
import type { Place } from '@holdpoint/channels'
import { drawPairingCode, PAIR } from '../../chats/pairing.ts'
import type { Pairing } from '../../chats/pairing.ts'
import type { CommandContext } from '../command-context.ts'
import { showInOneLine } from '../one-line.ts'
import { refusal } from '../problem.ts'
import type { CommandProblem } from '../problem.ts'
import { PLATFORM_GUIDES } from './platform-guides.ts'

export interface PairedAccount {
  readonly workspace: string
  readonly identity: string
  readonly place: Place
  /** As the platform calls them; `null`: it tells no name. */
  readonly name: string | null
}

export type AccountPairing =
  | { readonly ok: true; readonly account: PairedAccount }
  | { readonly ok: false; readonly problem: CommandProblem }

const PAIRED_WITHIN_MS = 10 * 60_000

export async function pairAccount(
  { terminal, output, time }: CommandContext,
  platform: ChatPlatform,
  pairing: Pairing,
  randomInteger: (limit: number) => number,
): Promise<AccountPairing> {
  const { title, inGroup } = PLATFORM_GUIDES[platform]
  const code = drawPairingCode(randomInteger)
  output.write(
    [
      `Connected with ${title}.`,
      '',
      'Now whoever shall approve writes this to the bot, where questions shall go:',
      '',
      `  ${PAIR} ${code}`,
      '',
      `In the chat with the bot alone, or ${inGroup}.`,
      'Waiting for it, ten minutes at most. Ctrl-C leaves, and nothing is written.',
      '',
    ].join('\n'),
  )
  // A timer of our own: that of `AbortSignal.timeout` may be collected as garbage before it fires.
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), PAIRED_WITHIN_MS)
  const signal = AbortSignal.any([time.interrupted, ending.signal])
  const reply = await pairing.waitForReply(code, signal, (line) => output.write(`  ${showInOneLine(line)}\n`))
  clearTimeout(timer)
  if (reply === null) {
    if (time.interrupted.aborted) return { ok: false, problem: leftBehind(platform) }
    const message = `Nobody wrote the code to the bot in ${title} in time, so nothing was written.`
    const next = `Is the bot there, and may it read? See docs/channels/${platform}.md. A "serve" that runs with the same app hears messages too: stop it, then run holdpoint connect ${platform} again.`
    return { ok: false, problem: refusal('NOT_PAIRED', message, next) }
  }
  const { by, place } = reply
  const identity = chatIdentity(platform, by)
  output.write(
    [
      '',
      `${title} says who wrote it:`,
      `  name      ${by.name === null ? '(it tells none)' : showInOneLine(by.name)}`,
      `  user id   ${showInOneLine(by.user)}`,
      `  account   ${showInOneLine(identity)}`,
      `  where     ${place.kind === 'group' ? `the group ${showInOneLine(place.id)}` : 'the chat with the bot alone'}`,
      '',
    ].join('\n'),
  )
  const prompt = 'Shall this account approve, and questions go there? [y/N] '
  const typed = await terminal.askForLine({ prompt, fresh: true, signal: time.interrupted })
  if (typed === null || !/^y(?:es)?$/i.test(typed)) return { ok: false, problem: leftBehind(platform) }
  return { ok: true, account: { workspace: by.workspace, identity, place, name: by.name } }
}

export function leftBehind(platform: ChatPlatform): CommandProblem {
  return refusal(
    'NOT_CONFIRMED',
    'Nothing was written.',
    `Run it again when you want to set it up: holdpoint connect ${platform}`,
  )
}
