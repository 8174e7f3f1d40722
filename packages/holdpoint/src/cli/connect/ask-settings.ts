/**
 * Asks for the settings of a platform. A secret is never shown and never becomes a part of the configuration: it stays in the
 * environment under a name, or it is kept until the end and then stored in a file of the home.
 */
import { join } from 'node:path'
import type { ChannelConnection, SecretReference } from '@holdpoint/core/policy'
import type { ChatPlatform } from '@holdpoint/core'
import type { ChannelSettings } from '../../chats/configured-channel.ts'
import { readSecret } from '../../config/channel-secrets.ts'
import type { ChatSetUp } from '../../config/with-chat.ts'
import type { CommandContext } from '../command-context.ts'
import { PLATFORM_GUIDES } from './platform-guides.ts'
import type { AskedSetting } from './platform-guides.ts'

export interface EnteredSettings {
  /** With the secrets themselves: only to open the channel with. */
  readonly settings: ChannelSettings
  readonly entry: ChatSetUp['entry']
  /** Secrets that were typed, and where they are stored in the end. */
  readonly files: readonly SecretFile[]
}

export interface SecretFile {
  readonly path: string
  readonly secret: string
}

export interface SettingsRequest {
  readonly platform: ChatPlatform
  /** As configured so far; `null`: not at all. */
  readonly before: ChannelConnection | null
  readonly environment: { readonly [name: string]: string | undefined }
  /** The folder for secrets of this home. */
  readonly secretsFolder: string
}

/** `null`: the person left. */
export async function askSettings(context: CommandContext, request: SettingsRequest): Promise<EnteredSettings | null> {
  const settings: { [name: string]: string } = { ...request.before?.settings }
  const entry: { [name: string]: string | { readonly file: string } } = {}
  const files: SecretFile[] = []
  for (const asked of PLATFORM_GUIDES[request.platform].asked) {
    if (asked.kind === 'setting') {
      const value = await askSetting(context, asked, settings[asked.name])
      if (value === null) return null
      if (value === '') continue
      // What the platform takes anyway is not written.
      if (value !== asked.usual || settings[asked.name] !== undefined) entry[asked.name] = value
      settings[asked.name] = value
      continue
    }
    const found = await askSecret(context, asked, request)
    if (found === null) return null
    settings[asked.name] = found.secret
    entry[asked.name] = 'variable' in found.reference ? `\${${found.reference.variable}}` : found.reference
    if (found.isTyped && 'file' in found.reference) files.push({ path: found.reference.file, secret: found.secret })
  }
  return { settings, entry, files }
}

async function askSetting(
  { terminal, output }: CommandContext,
  asked: Extract<AskedSetting, { readonly kind: 'setting' }>,
  before: string | undefined,
): Promise<string | null> {
  const kept = before ?? asked.usual
  const prompt = `${asked.label}${kept === null || kept === '' ? '' : ` [${kept}]`}: `
  for (;;) {
    const typed = await terminal.askForLine({ prompt })
    if (typed === null) return null
    if (typed === '' && kept !== null) return kept
    if (asked.form.test(typed)) return typed
    output.write(`That is not it: ${asked.hint}.\n`)
  }
}

interface FoundSecret {
  readonly reference: SecretReference
  readonly secret: string
  readonly isTyped: boolean
}

async function askSecret(
  { terminal, output }: CommandContext,
  asked: Extract<AskedSetting, { readonly kind: 'secret' }>,
  request: SettingsRequest,
): Promise<FoundSecret | null> {
  const { environment, platform } = request
  const kept = findKept(asked, request)
  const prompt = [
    asked.label,
    '  paste it, it is not shown; or write $NAME for a variable of the environment',
    ...(kept === null ? [] : [`  Enter alone: ${describeReference(kept.reference)}`]),
    '  > ',
  ].join('\n')
  for (;;) {
    const typed = await terminal.askForLine({ prompt, hidden: true })
    if (typed === null) return null
    const found = typed === '' ? kept : typed.startsWith('$') ? named(typed) : pasted(typed)
    if (found === null) output.write('It is needed.\n')
    else if ('why' in found) output.write(`That is not it: ${found.why}.\n`)
    else if (!asked.form.test(found.secret)) output.write(`That is not it: ${asked.hint}.\n`)
    else {
      output.write(
        `  ${asked.name}: ${found.isTyped ? 'will be stored in ' : ''}${describeReference(found.reference)}\n`,
      )
      return found
    }
  }

  function named(typed: string): FoundSecret | { readonly why: string } {
    const [, variable = ''] = /^\$\{?([A-Za-z_][A-Za-z0-9_.]*)\}?$/.exec(typed) ?? []
    if (variable === '') return { why: 'a name of a variable has letters, digits and _' }
    const reading = readSecret({ variable }, environment)
    return reading.ok ? { reference: { variable }, secret: reading.secret, isTyped: false } : { why: reading.why }
  }

  function pasted(secret: string): FoundSecret {
    const file = join(request.secretsFolder, `${platform}-${asked.name.replaceAll('_', '-')}`)
    return { reference: { file }, secret, isTyped: true }
  }
}

/** What Enter alone takes: where the configuration looks already, else the usual variable; `null`: neither has one. */
function findKept(
  asked: Extract<AskedSetting, { readonly kind: 'secret' }>,
  { before, environment }: SettingsRequest,
): FoundSecret | null {
  const configured = before?.secrets[asked.name]
  const references = [...(configured === undefined ? [] : [configured]), { variable: asked.variable }]
  for (const reference of references) {
    const reading = readSecret(reference, environment)
    if (reading.ok) return { reference, secret: reading.secret, isTyped: false }
  }
  return null
}

function describeReference(reference: SecretReference): string {
  return 'variable' in reference ? `the environment variable ${reference.variable}` : `the file ${reference.file}`
}
