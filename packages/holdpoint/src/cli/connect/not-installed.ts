/** A platform whose packages are missing is not set up: what is said instead, in the language of the person, is how to install them. */
import { sayIn } from '@holdpoint/core'
import type { ChatPlatform } from '@holdpoint/core'
import { missingPackages } from '@holdpoint/channels/vendor-packages'
import { installCommand } from '../../home/install-command.ts'
import { refusal } from '../problem.ts'
import type { CommandProblem } from '../problem.ts'
import { PLATFORM_GUIDES } from './platform-guides.ts'

/** `null`: all are there. */
export function notInstalled(
  platform: ChatPlatform,
  environment: { readonly [name: string]: string | undefined },
): CommandProblem | null {
  const packages = missingPackages(platform)
  if (packages.length === 0) return null
  const { title } = PLATFORM_GUIDES[platform]
  const locale = terminalLanguage(environment)
  return refusal(
    'NOT_INSTALLED',
    sayIn(locale, 'channelToInstall', { platform: title, packages: packages.join(' ') }),
    sayIn(locale, 'channelInstallFirst', { command: installCommand(packages) }),
  )
}

/** As shells tell it, the most specific first: `zh_CN.UTF-8`. */
function terminalLanguage(environment: { readonly [name: string]: string | undefined }): string {
  const named = ['LC_ALL', 'LC_MESSAGES', 'LANG'].map((name) => environment[name] ?? '').find((value) => value !== '')
  return (named ?? 'en').replace('_', '-')
}
