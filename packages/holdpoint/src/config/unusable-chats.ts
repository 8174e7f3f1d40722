/** What keeps a process here from asking in chats that are configured, each with its place in the configuration and the next step. */
import { CHAT_PLATFORMS } from '@holdpoint/core'
import type { ChatPlatform } from '@holdpoint/core'
import type { ChannelsConfig, PolicyProblem } from '@holdpoint/core/policy'
import { missingPackages } from '@holdpoint/channels/vendor-packages'
import { installCommand } from '../home/install-command.ts'
import { readSecret } from './channel-secrets.ts'

type EnvironmentVariables = { readonly [name: string]: string | undefined }

export function findUnusableChats(
  { connections }: ChannelsConfig,
  environment: EnvironmentVariables,
): readonly PolicyProblem[] {
  return CHAT_PLATFORMS.flatMap((platform) => {
    const secrets = connections[platform]?.secrets
    return secrets === undefined
      ? []
      : [...packageProblems(platform), ...secretProblems(platform, secrets, environment)]
  })
}

function packageProblems(platform: ChatPlatform): readonly PolicyProblem[] {
  const packages = missingPackages(platform)
  if (packages.length === 0) return []
  const message = `Nobody can be asked in ${platform} from here: its packages are not installed.`
  return [{ path: ['channels', platform], message, suggestion: installCommand(packages) }]
}

function secretProblems(
  platform: ChatPlatform,
  secrets: NonNullable<ChannelsConfig['connections'][ChatPlatform]>['secrets'],
  environment: EnvironmentVariables,
): readonly PolicyProblem[] {
  return Object.entries(secrets).flatMap(([name, reference]) => {
    const reading = readSecret(reference, environment)
    if (reading.ok) return []
    const message = `Nobody can be asked in ${platform} from here: ${reading.why}.`
    const where = 'variable' in reference ? `set ${reference.variable} where Holdpoint runs` : `write the secret there`
    const suggestion = `${where}, or run: holdpoint connect ${platform}`
    return [{ path: ['channels', platform, name], message, suggestion }]
  })
}
