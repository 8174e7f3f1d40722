/**
 * How chats are set up, and whether they can be reached. Where that is asked for it tries their credentials; it sends
 * nothing, and receives nothing that people answer to a process that has them open.
 */
import { CHAT_PLATFORMS, say, thrownMessage } from '@holdpoint/core'
import type { ChatPlatform } from '@holdpoint/core'
import type { ChannelsConfig } from '@holdpoint/core/policy'
import { missingPackages } from '@holdpoint/channels/vendor-packages'
import { createConfiguredChannel } from '../../chats/configured-channel.ts'
import { reachChannel } from '../../chats/reach-channel.ts'
import { readSecret } from '../../config/channel-secrets.ts'
import type { PolicyLoading } from '../../config/policy-source.ts'
import { installCommand } from '../../home/install-command.ts'
import type { ChatsLook, ChatsQuestion, ChatState } from './chats-port.ts'

export interface ChatSurroundings {
  readonly load: (configFile: string | null) => Promise<PolicyLoading>
  readonly environment: { readonly [name: string]: string | undefined }
  readonly interrupted: AbortSignal
}

export const REACHED_WITHIN_MS = 20_000

export async function lookAtChats(question: ChatsQuestion, surroundings: ChatSurroundings): Promise<ChatsLook> {
  const loading = await surroundings.load(question.configFile)
  if (!loading.ok) return loading
  const { channels } = loading.config
  const platforms = question.platform === null ? CHAT_PLATFORMS : [question.platform]
  const look = async (platform: ChatPlatform): Promise<ChatState> =>
    await lookAt(platform, channels, question.opens, surroundings)
  return { ok: true, chats: await Promise.all(platforms.map(look)) }
}

async function lookAt(
  platform: ChatPlatform,
  channels: ChannelsConfig,
  opens: boolean,
  { environment, interrupted }: ChatSurroundings,
): Promise<ChatState> {
  const connection = channels.connections[platform]
  const asks = placesOf(platform, channels)
  const again = `Set it up: holdpoint connect ${platform}`
  if (connection === undefined) return { platform, state: 'not-set-up', problem: null, next: again, asks }
  const missing = missingPackages(platform)
  if (missing.length > 0) {
    const problem = say('channelToInstall', { platform, packages: missing.join(' ') })
    return { platform, state: 'not-installed', problem, next: installCommand(missing), asks }
  }
  const unset = Object.entries(connection.secrets).flatMap(([name, reference]) => {
    const reading = readSecret(reference, environment)
    return reading.ok ? [] : [`${name}: ${reading.why}.`]
  })
  if (unset.length > 0) {
    const next = `Set it where this runs, or store it: holdpoint connect ${platform}`
    return { platform, state: 'secret-missing', problem: unset.join(' '), next, asks }
  }
  if (!opens) {
    const next = `See whether it can be reached: holdpoint connect ${platform} --check`
    return { platform, state: 'set-up', problem: null, next, asks }
  }
  const next = `Compare app, keys and permissions with docs/channels/${platform}.md. Enter others: holdpoint connect ${platform}`
  try {
    const log = (): void => {}
    const channel = createConfiguredChannel({ platform, connection, environment, locale: channels.language, log })
    try {
      const reached = await reachChannel(channel, null, { withinMs: REACHED_WITHIN_MS, signal: interrupted })
      if (reached.ok) return { platform, state: 'connected', problem: null, next: nextOf(asks, platform), asks }
      return { platform, state: reached.state, problem: reached.problem, next, asks }
    } finally {
      await channel.close()
    }
  } catch (error) {
    return { platform, state: 'refused', problem: thrownMessage(error), next, asks }
  }
}

function nextOf(asks: readonly string[], platform: ChatPlatform): string | null {
  return asks.length > 0 ? null : `No question is brought there yet. Name a place: holdpoint connect ${platform}`
}

function placesOf(platform: ChatPlatform, { routes }: ChannelsConfig): readonly string[] {
  const places = routes
    .flatMap(({ to, otherwise }) => [...to, ...otherwise])
    .filter(({ channel }) => channel === platform)
    .map(({ channel, place }) => `${channel}:${place.kind}/${place.id}`)
  return [...new Set(places)]
}
