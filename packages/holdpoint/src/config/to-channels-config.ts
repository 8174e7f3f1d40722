/**
 * The part of the configuration about chats. Secrets stay references: what is read here is shown, hashed and compared, and the
 * secret itself is read when its channel is opened.
 */
import { CHAT_PLATFORMS, checkReplyWords } from '@holdpoint/core'
import type { ChatPlatform } from '@holdpoint/core'
import { DEFAULT_CONFIG } from '@holdpoint/core/policy'
import type {
  ChannelConnection,
  ChannelPlace,
  ChannelRoute,
  ChannelsConfig,
  PolicyProblem,
  SecretReference,
} from '@holdpoint/core/policy'
import { isSafeUrl } from './safe-url.ts'
import type { ChannelsEntry, ConnectionEntry, Globs, RouteEntry } from './config-file.ts'

const CHANNELS = 'channels'

export function toChannelsConfig(entry: ChannelsEntry | undefined, problems: PolicyProblem[]): ChannelsConfig {
  const usual = DEFAULT_CONFIG.channels
  if (entry === undefined) return usual
  const { confirm = [], cancel = [] } = entry.words ?? {}
  const words = { confirm, cancel }
  for (const problem of checkReplyWords(words))
    problems.push({ ...problem, path: [CHANNELS, 'words', ...problem.path] })
  const connections: { [platform in ChatPlatform]?: ChannelConnection } = {}
  for (const platform of CHAT_PLATFORMS) {
    const given = entry[platform]
    if (given === undefined) continue
    connections[platform] = toConnection(given)
    checkConnection(platform, connections[platform], problems)
  }
  const routes = (entry.ask ?? []).map(toRoute)
  const alerts = (entry.alerts ?? []).map(toPlace)
  const checkPlace = ({ channel }: ChannelPlace, path: PolicyProblem['path'], what: string): void => {
    if (connections[channel] !== undefined) return
    const message = `${channel} is not set up, so nobody can be ${what} there.`
    problems.push({ path, message, suggestion: `set up channels.${channel}, as docs/channels/${channel}.md shows` })
  }
  for (const [index, { to, otherwise }] of routes.entries()) {
    for (const place of [...to, ...otherwise]) checkPlace(place, [CHANNELS, 'ask', index], 'asked')
  }
  for (const [index, place] of alerts.entries()) checkPlace(place, [CHANNELS, 'alerts', index], 'told')
  return {
    unmatched: entry.unmatched ?? usual.unmatched,
    words,
    language: entry.language ?? usual.language,
    mostOpen: entry.most_open ?? usual.mostOpen,
    connections,
    routes,
    alerts,
  }
}

function toConnection(entry: ConnectionEntry): ChannelConnection {
  const settings: { [name: string]: string } = {}
  const secrets: { [name: string]: SecretReference } = {}
  for (const [name, value] of Object.entries(entry)) {
    if (value === undefined) continue
    if (typeof value !== 'string') secrets[name] = { file: value.file }
    else if (SECRETS.has(name)) secrets[name] = { variable: value.slice(2, -1) }
    else settings[name] = value
  }
  return { settings, secrets }
}

/** The shape of the file demands a reference under these names. */
const SECRETS: ReadonlySet<string> = new Set([
  'app_secret',
  'encrypt_key',
  'verification_token',
  'client_secret',
  'bot_token',
  'app_token',
  'signing_secret',
])

/** What cannot work, or could be forged, is refused here and not when the first question waits. */
function checkConnection(
  platform: ChatPlatform,
  { settings, secrets }: ChannelConnection,
  problems: PolicyProblem[],
): void {
  const refuse = (message: string, suggestion: string): void => {
    problems.push({ path: [CHANNELS, platform], message, suggestion })
  }
  const address = settings['api_url']
  if (address !== undefined && !isSafeUrl(address)) {
    problems.push({
      path: [CHANNELS, platform, 'api_url'],
      message: 'Secrets are sent to this address: https, or http on this machine.',
      suggestion: `remove it, and ${platform} is reached at its own address, or write https://…`,
    })
  }
  const has = (name: string): boolean => secrets[name] !== undefined
  if (platform === 'slack' && has('app_token') === has('signing_secret')) {
    refuse(
      'Slack needs an app_token (socket mode) or a signing_secret (HTTP), one of the two.',
      'app_token: ${SLACK_APP_TOKEN}',
    )
  }
  if (platform === 'feishu' && has('encrypt_key') !== has('verification_token')) {
    refuse(
      'Callbacks of Feishu need encrypt_key and verification_token together: a token alone can be forged.',
      'remove it, and events come over the long connection',
    )
  }
}

function toRoute({ match = {}, to, otherwise = [] }: RouteEntry): ChannelRoute {
  return {
    match: {
      rule: toList(match.rule),
      server: toList(match.server),
      tool: toList(match.tool),
      tenant: toList(match.tenant),
      session: toList(match.session),
    },
    to: to.map(toPlace),
    otherwise: otherwise.map(toPlace),
  }
}

/** Written `platform:group/ID` or `platform:person/ID`; the shape of the file was checked. */
function toPlace(text: string): ChannelPlace {
  const [, channel = '', kind = '', id = ''] = /^(\w+):(group|person)\/(.+)$/.exec(text) ?? []
  return { channel: channel as ChatPlatform, place: { kind: kind === 'group' ? 'group' : 'person', id } }
}

function toList(globs: Globs | undefined): readonly string[] | null {
  if (globs === undefined) return null
  return typeof globs === 'string' ? [globs] : globs
}
