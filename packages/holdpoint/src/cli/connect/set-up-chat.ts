/**
 * The guided set-up of one chat platform, from top to bottom: settings, a connection with them, the account and place of the first
 * approver, a test message, the configuration. Until its last step nothing is written, and whoever leaves earlier leaves nothing.
 */
import { join } from 'node:path'
import type { Channel } from '@holdpoint/channels'
import { thrownMessage } from '@holdpoint/core'
import type { PeopleConfig } from '@holdpoint/core'
import { createChannel } from '../../chats/configured-channel.ts'
import { findHolder } from '../../chats/chat-keeper.ts'
import { createPairing } from '../../chats/pairing.ts'
import { reachChannel } from '../../chats/reach-channel.ts'
import { testWord } from '../../chats/test-message.ts'
import type { PolicyInForce } from '../../config/policy-source.ts'
import { placesAskedAlways } from '../../config/with-chat.ts'
import type { CommandContext } from '../command-context.ts'
import { failed, found } from '../define-command.ts'
import type { CommandAnswer } from '../define-command.ts'
import { keepInOneLine, showInOneLine } from '../one-line.ts'
import { refusal } from '../problem.ts'
import type { CommandProblem } from '../problem.ts'
import { withCommands } from '../with-commands.ts'
import { askSettings } from './ask-settings.ts'
import type { EnteredSettings } from './ask-settings.ts'
import type { ChatSetUpRequest } from './chats-port.ts'
import { REACHED_WITHIN_MS } from './look-at-chats.ts'
import type { ChatSurroundings } from './look-at-chats.ts'
import { leftBehind, pairAccount } from './pair-account.ts'
import type { PairedAccount } from './pair-account.ts'
import { PLATFORM_GUIDES } from './platform-guides.ts'
import { tryPlace } from './try-place.ts'
import { unreadableConfig } from './unreadable-config.ts'
import { fileText, writeSetUp } from './write-set-up.ts'

export interface SetUpSurroundings extends ChatSurroundings {
  /** HOLDPOINT_HOME. */
  readonly home: string
  readonly randomInteger: (limit: number) => number
  /** Unguessable: at most 50 characters of `A-Z a-z 0-9 _ -`. */
  readonly randomId: () => string
  readonly log: (line: string) => void
}

export async function setUpChat(
  request: ChatSetUpRequest,
  context: CommandContext,
  surroundings: SetUpSurroundings,
): Promise<CommandAnswer> {
  const { platform } = request
  const { title, console: steps, byHttp } = PLATFORM_GUIDES[platform]
  const loading = await surroundings.load(request.configFile)
  if (!loading.ok) return failed(unreadableConfig(loading.problems))
  const before = loading.config.channels.connections[platform] ?? null
  if (byHttp.some((name) => before?.secrets[name] !== undefined) || before?.settings['robot_messages'] === 'http') {
    const message = `${title} sends events to "serve" by HTTP here, where a set-up cannot hear them.`
    const next = `Add people and places by hand, as docs/channels/${platform}.md shows. Check it: holdpoint connect ${platform} --check`
    return failed(refusal('BY_HTTP', message, next))
  }
  const held = await heldElsewhere(request, context)
  if (held !== null) return failed(held)
  const { output } = context
  output.write(`Set up ${title}. First, in its console:\n\n${steps.map((step) => `  - ${step}\n`).join('')}\n`)
  const entered = await askSettings(context, {
    platform,
    before,
    environment: surroundings.environment,
    secretsFolder: join(surroundings.home, 'secrets'),
  })
  if (entered === null) return failed(leftBehind(platform))
  const locale = loading.config.channels.language
  const apiUrl = request.apiUrl === null ? {} : { api_url: request.apiUrl }
  let isConnected = false
  let channel: Channel
  try {
    channel = createChannel(
      platform,
      { ...entered.settings, ...apiUrl },
      // Until then, what went wrong is said below.
      { locale, log: (line) => void (isConnected && surroundings.log(line)) },
    )
  } catch (error) {
    return failed(notReached(request, thrownMessage(error)))
  }
  const pairing = createPairing(platform, async (reply) => {
    await channel.say(reply.place, testWord(locale, 'notTaken')).catch(() => {})
  })
  try {
    // Typing took its time.
    const heldNow = await heldElsewhere(request, context)
    if (heldNow !== null) return failed(heldNow)
    output.write(`Connecting with ${title} …\n`)
    const { interrupted } = surroundings
    const reached = await reachChannel(channel, pairing.receiver, { withinMs: REACHED_WITHIN_MS, signal: interrupted })
    if (interrupted.aborted) return failed(leftBehind(platform))
    if (!reached.ok) return failed(notReached(request, reached.problem))
    isConnected = true
    const paired = await pairAccount(context, platform, pairing, surroundings.randomInteger)
    if (!paired.ok) return failed(paired.problem)
    const { account } = paired
    const person = await nameAccount(context, account, loading.config.people)
    if (person === null) return failed(leftBehind(platform))
    const trial = await tryPlace(context, {
      channel,
      pairing,
      place: account.place,
      locale,
      randomId: surroundings.randomId,
    })
    if (trial.kind === 'left') return failed(leftBehind(platform))
    if (trial.kind === 'failed') {
      const message = `The test message could not be delivered, so nothing was written: ${trial.why}`
      const next = `Let the bot write there; see docs/channels/${platform}.md. Then run: holdpoint connect ${platform}`
      return failed(refusal('NOT_DELIVERED', message, next))
    }
    return await finish(context, request, surroundings, loading, {
      entered: { ...entered, entry: { ...entered.entry, ...apiUrl } },
      account,
      person,
      trial: trial.kind,
    })
  } finally {
    await channel.close()
  }
}

/** `null`: no other process of the home has the chat open. */
async function heldElsewhere(
  { platform }: ChatSetUpRequest,
  { storage }: CommandContext,
): Promise<CommandProblem | null> {
  const holder = await findHolder(await storage.open(), storage.see, platform)
  if (holder === null) return null
  const { title } = PLATFORM_GUIDES[platform]
  const { front, process: running } = holder
  const message = `A "${front}" of this home (process ${running.pid}) has ${title} open. A set-up beside it would take answers of approvers, so nothing was begun.`
  const next = `${front === 'serve' ? 'Stop it' : 'Answer what it asks, or stop it'}, then run: holdpoint connect ${platform}. Or add people and places by hand, as docs/channels/${platform}.md shows. Whether it can be reached: holdpoint connect ${platform} --check`
  return refusal('CHAT_IN_USE', message, next)
}

interface Learnt {
  readonly entered: EnteredSettings
  readonly account: PairedAccount
  readonly person: NamedPerson
  readonly trial: 'delivered' | 'pressed'
}

async function finish(
  context: CommandContext,
  { platform, actor }: ChatSetUpRequest,
  { home, environment }: SetUpSurroundings,
  loading: PolicyInForce,
  { entered, account, person, trial }: Learnt,
): Promise<CommandAnswer> {
  const file = loading.file ?? join(home, 'holdpoint.yaml')
  const before = fileText(file)
  const place = `${platform}:${account.place.kind}/${account.place.id}`
  const others = before === null ? [] : placesAskedAlways(before, platform).filter((other) => other !== place)
  const otherPlaces = await askAboutOthers(context, others)
  if (otherPlaces === null) return failed(leftBehind(platform))
  const { workspace } = PLATFORM_GUIDES[platform]
  const isPinned = loading.config.channels.connections[platform]?.settings[workspace] !== undefined
  const written = await writeSetUp(context, {
    file,
    before,
    setUp: {
      platform,
      // Events of other companies are dropped from now on.
      entry: { ...entered.entry, ...(isPinned ? {} : { [workspace]: account.workspace }) },
      place,
      otherPlaces,
      person: person.isMapped ? null : { name: person.name, identity: account.identity },
    },
    secrets: entered.files,
    actor,
    environment,
  })
  if (!written.ok) return failed(written.problem)
  const text = [
    '',
    written.changed ? `Written: ${showInOneLine(file)}` : `${showInOneLine(file)} says so already.`,
    ...(written.backup === null ? [] : [`As it was: ${showInOneLine(written.backup)}`]),
    `${showInOneLine(person.name)} is asked in ${showInOneLine(place)} from the next start of: holdpoint serve`,
    'One that runs now opens no new chat, and waits with a looser policy for: holdpoint policy accept --looser',
    '',
  ].join('\n')
  const json = { platform, person: person.name, identity: account.identity, place, file, test: trial }
  return found(json, withCommands(text, context))
}

interface NamedPerson {
  readonly name: string
  /** The configuration maps this very account to them. */
  readonly isMapped: boolean
}

/** `null`: the person left. */
async function nameAccount(
  { terminal, output, time }: CommandContext,
  { identity, name }: PairedAccount,
  people: PeopleConfig,
): Promise<NamedPerson | null> {
  const mapped = Object.entries(people).find(([, { identities }]) => identities.includes(identity))?.[0]
  if (mapped !== undefined) {
    output.write(`That account is ${showInOneLine(mapped)}'s already.\n`)
    return { name: mapped, isMapped: true }
  }
  const offered = name === null || /\p{C}/u.test(name) ? null : name.trim()
  const prompt = `Their name in the configuration, such as ana${offered === null ? '' : ` [${showInOneLine(offered)}]`}: `
  for (;;) {
    const typed = await terminal.askForLine({ prompt, signal: time.interrupted })
    if (typed === null) return null
    const chosen = typed === '' ? offered : typed
    if (chosen === null || chosen === '' || /\p{C}/u.test(chosen)) continue
    if (Object.hasOwn(people, chosen))
      output.write(`${showInOneLine(chosen)} is there; the account is added to them.\n`)
    return { name: chosen, isMapped: false }
  }
}

/** `null`: the person left. */
async function askAboutOthers(
  { terminal, time }: CommandContext,
  others: readonly string[],
): Promise<'keep' | 'replace' | null> {
  if (others.length === 0) return 'keep'
  const prompt = `Questions go to ${others.map(showInOneLine).join(', ')} today. Ask there as well? [Y/n] `
  const typed = await terminal.askForLine({ prompt, signal: time.interrupted })
  if (typed === null) return null
  return /^n(?:o)?$/i.test(typed) ? 'replace' : 'keep'
}

function notReached({ platform }: ChatSetUpRequest, problem: string): CommandProblem {
  const message = `Nothing was written, since ${PLATFORM_GUIDES[platform].title} cannot be used: ${keepInOneLine(problem)}`
  const next = `Compare app, keys and permissions with docs/channels/${platform}.md, then run: holdpoint connect ${platform}`
  return refusal('NOT_CONNECTED', message, next)
}
