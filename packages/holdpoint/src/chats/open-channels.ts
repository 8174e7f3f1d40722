/**
 * The chats of a process that holds calls: each configured platform becomes a channel, and questions are brought there. Loaded
 * only where a platform is configured.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { accountsOfSamePerson, readPeople, say, thrownMessage } from '@holdpoint/core'
import type { ChatPlatform, Store } from '@holdpoint/core'
import { findChannelRoute } from '@holdpoint/core/policy'
import type { PolicyConfig } from '@holdpoint/core/policy'
import { createChannelQuestions } from '@holdpoint/channels'
import type { Channel, ChannelQuestions, ChannelStatus } from '@holdpoint/channels'
import { missingPackages, whyNotInstalled } from '@holdpoint/channels/vendor-packages'
import { installCommand } from '../home/install-command.ts'
import type { Log } from '../home/log.ts'
import { createConfiguredChannel } from './configured-channel.ts'
import { reportHealth } from './report-health.ts'

export interface OpenChannelsOptions {
  readonly store: Store
  /** As it is now: people, words and routes are asked for anew; a connection stays as it was opened. */
  readonly config: () => PolicyConfig
  readonly self: string
  /** Of those that are configured. */
  readonly platforms: readonly ChatPlatform[]
  readonly environment: { readonly [name: string]: string | undefined }
  readonly log: Log
}

export interface OpenedChannels {
  readonly questions: ChannelQuestions
  readonly channels: ReadonlyMap<string, Channel>
}

export function openChannels(options: OpenChannelsOptions): OpenedChannels {
  const { store, config, log } = options
  const { connections, language } = config().channels
  const channels: Channel[] = []
  const unusable: ChannelStatus[] = []
  for (const platform of options.platforms) {
    const connection = connections[platform]
    if (connection === undefined) continue
    const missing = whyNotInstalled(platform, platform)
    if (missing !== null) {
      unusable.push({ name: platform, platform, state: 'refused', problem: missing, since: Date.now() })
      // The command names folders of this machine: it is for the log alone.
      log(`${platform} is not asked: its packages are not installed. ${installCommand(missingPackages(platform))}`)
      continue
    }
    try {
      channels.push(
        createConfiguredChannel({ platform, connection, environment: options.environment, locale: language, log }),
      )
    } catch (error) {
      // The error names files and variables of this machine, which readers of other tenants need not know.
      const problem = say('channelNotSetUp', { platform })
      unusable.push({ name: platform, platform, state: 'refused', problem, since: Date.now() })
      log(`${platform} is not asked: ${thrownMessage(error)}`)
    }
  }
  const questions = createChannelQuestions({
    store,
    channels,
    self: options.self,
    routeOf: (hold) => findChannelRoute(config().channels.routes, hold),
    people: async () => await readPeople(store, config()),
    words: () => config().channels.words,
    localeOf: () => config().channels.language,
    alerts: () => config().channels.alerts,
    page: (hold) => {
      const { publicUrl } = config()
      return publicUrl === null ? null : `${publicUrl}/approvals/${hold}`
    },
    mostOpen: config().channels.mostOpen,
    sameReader: (destination) => {
      const { channel, place } = destination
      const platform = options.platforms.find((each) => each === channel)
      if (platform === undefined || place.kind === 'group') return [destination]
      return accountsOfSamePerson(config().people, { platform, user: place.id }).map((account) => ({
        channel: account.platform,
        place: { kind: 'person', id: account.user },
      }))
    },
    randomId: () => randomBytes(24).toString('base64url'),
    now: Date.now,
    randomInteger: (limit) => randomInt(limit),
    log,
  })
  const health = (): readonly ChannelStatus[] => [...questions.health(), ...unusable]
  const reporting = reportHealth({ store, self: options.self, health, log })
  return {
    questions: {
      ...questions,
      health,
      async open() {
        reporting.start()
        await questions.open()
      },
      async close() {
        await questions.close()
        await reporting.end()
      },
    },
    channels: new Map(channels.map((channel) => [channel.about.name, channel])),
  }
}
