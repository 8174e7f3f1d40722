/**
 * Sets a chat platform up, at a terminal; says whether those that are set up can be reached, for scripts too. Without a
 * terminal nothing is set up: who may approve is a person's to say.
 */
import { CHAT_PLATFORMS } from '@holdpoint/core'
import type { ChatPlatform } from '@holdpoint/core'
import { identifyActor } from '../actor.ts'
import { closestWord } from '../../config/closest-word.ts'
import type { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import type { ChatsQuestion, ChatState } from '../connect/chats-port.ts'
import { unreadableConfig } from '../connect/unreadable-config.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import type { CommandAnswer } from '../define-command.ts'
import { showInOneLine } from '../one-line.ts'
import { refusal, usageProblem } from '../problem.ts'
import type { ReadArguments } from '../read-command-arguments.ts'
import { withCommands } from '../with-commands.ts'

export const connect: Command = defineCommand({
  name: 'connect',
  summary: 'ask in Slack, Feishu or DingTalk: a guided set-up',
  usage: `holdpoint connect [slack|feishu|dingtalk] [--check] [--config FILE]
                  [--api-url URL] [--json] [--quiet]

Asks for the settings of the app that you made in the platform's console, opens
the channel with them, and pairs you: whoever writes the code that is shown to
the bot becomes an approver, and is asked where they wrote it. After a test
message and a code that you type, it writes the configuration. A secret is never
written into it: it stays in the environment, or in a file of the home that
only this account can read.

A "serve" of this home that has the same chat open is to be stopped first.

The vendors' packages of Slack and Feishu are installed on their own: where they
are missing it prints the command.

--check tries what is configured, also beside a "serve", sends nothing, and
exits with 0 if it is connected and 1 if not. Without a platform, the three and
their state.
--api-url is for a private installation, or for tests.

  holdpoint connect
  holdpoint connect slack
  holdpoint connect slack --check --json
`,
  arguments: { values: ['config', 'api-url'], flags: ['check'], positionals: ['PLATFORM?'] },
  answer: async (read, context) => {
    const [named] = read.positionals
    const platform = CHAT_PLATFORMS.find((each) => each === named?.toLowerCase())
    if (named !== undefined && platform === undefined) return failed(unknownPlatform(named))
    const check = read.flag('check')
    if (platform !== undefined && !check) return await setUp(platform, read, context)
    return await look({ platform: platform ?? null, opens: check, configFile: read.value('config') }, context)
  },
})

async function look(question: ChatsQuestion, context: CommandContext): Promise<CommandAnswer> {
  const looked = await context.chats.look(question)
  if (!looked.ok) return failed(unreadableConfig(looked.problems))
  // Scripts and people are told the same command.
  const chats = looked.chats.map((chat) => ({
    ...chat,
    next: chat.next === null ? null : withCommands(chat.next, context),
  }))
  const [only] = chats
  const json = question.platform === null ? { channels: chats } : only
  const text = chats.map((chat) => describeChat(chat, context)).join('')
  if (!question.opens) return found(json, text)
  const isSetUp = chats.filter(({ state }) => state !== 'not-set-up')
  const isFine = isSetUp.length > 0 && isSetUp.every(({ state }) => state === 'connected')
  return found(json, text, isFine ? 0 : 1)
}

function describeChat({ platform, state, problem, next, asks }: ChatState, context: CommandContext): string {
  const tone = state === 'connected' ? 'good' : state === 'set-up' || state === 'not-set-up' ? 'plain' : 'caution'
  const places = asks.length === 0 ? '' : `, asks in ${asks.map(showInOneLine).join(', ')}`
  return [
    `${platform.padEnd(10)}${context.terminal.paint(tone, STATES[state])}${places}\n`,
    ...(problem === null ? [] : [`  ${showInOneLine(problem)}\n`]),
    ...(next === null ? [] : [`  ${showInOneLine(next)}\n`]),
  ].join('')
}

const STATES: { readonly [state in ChatState['state']]: string } = {
  'not-set-up': 'not set up',
  'not-installed': 'set up, but its packages are not installed',
  'secret-missing': 'set up, but a secret is missing here',
  'set-up': 'set up',
  connected: 'connected',
  connecting: 'not reached',
  refused: 'refused',
}

async function setUp(platform: ChatPlatform, read: ReadArguments, context: CommandContext): Promise<CommandAnswer> {
  const byHand = `By hand: docs/channels/${platform}.md shows the configuration. Check it: holdpoint connect ${platform} --check`
  if (read.flag('json')) return failed(usageProblem('The set-up is for people; it has no --json.', byHand))
  const missing = await context.chats.notInstalled(platform)
  if (missing !== null) return failed(missing)
  if (!context.terminal.interactive) {
    const message = `"connect ${platform}" asks a person who shall approve, and there is no terminal.`
    return failed(refusal('NO_TERMINAL', message, `Run it in a terminal. ${byHand}`))
  }
  const identified = await identifyActor(context, { name: `connect ${platform}`, roles: ['admin'], about: null })
  if (!identified.ok) return failed(identified.problem)
  return await context.chats.setUp({
    platform,
    configFile: read.value('config'),
    apiUrl: read.value('api-url'),
    actor: identified.actor,
  })
}

function unknownPlatform(named: string): ReturnType<typeof usageProblem> {
  const meant = closestWord(named, CHAT_PLATFORMS)
  const maybe = meant === null ? '' : ` Did you mean "${meant}"?`
  return usageProblem(
    `"${named}" is no chat platform that is known here.${maybe}`,
    `One of: ${CHAT_PLATFORMS.join(', ')}`,
  )
}
