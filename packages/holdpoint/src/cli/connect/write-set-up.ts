/**
 * Writes a chat into the configuration: shows what changes, asks for a code, stores typed secrets in files of this account alone,
 * keeps the file as it was, and puts the new one in its place in one step. What would not be a valid configuration, or one that
 * has changed meanwhile, is not written over.
 */
import { existsSync, readFileSync } from 'node:fs'
import { changedLines } from '../../config/changed-lines.ts'
import { formatConfigProblem } from '../../config/config-problem.ts'
import { parseConfig } from '../../config/read-config.ts'
import { withChat } from '../../config/with-chat.ts'
import type { ChatSetUp } from '../../config/with-chat.ts'
import { replaceFile } from '../../home/replace-file.ts'
import type { Actor } from '../actor.ts'
import type { CommandContext } from '../command-context.ts'
import { confirmAtTerminal } from '../confirm-at-terminal.ts'
import { showInOneLine } from '../one-line.ts'
import { refusal } from '../problem.ts'
import type { CommandProblem } from '../problem.ts'
import type { SecretFile } from './ask-settings.ts'

export interface SetUpToWrite {
  readonly file: string
  /** As it was read; `null`: there is none. */
  readonly before: string | null
  readonly setUp: ChatSetUp
  readonly secrets: readonly SecretFile[]
  readonly actor: Actor
  readonly environment: { readonly [name: string]: string | undefined }
}

export type SetUpWriting =
  /** `backup`: where the file stands as it was; `null`: there was none, or it did not change. */
  | { readonly ok: true; readonly backup: string | null; readonly changed: boolean }
  | { readonly ok: false; readonly problem: CommandProblem }

const NEW_FILE = 'version: 1\n'

export async function writeSetUp(context: CommandContext, request: SetUpToWrite): Promise<SetUpWriting> {
  const { file, before, setUp, secrets } = request
  const after = withChat(before ?? NEW_FILE, setUp)
  if (after === null) {
    return refused(
      'CANNOT_EDIT',
      `${file} is written in a way that cannot be changed without touching other lines.`,
      `Write channels.${setUp.platform} by hand, as docs/channels/${setUp.platform}.md shows; the account is ${setUp.person?.identity ?? 'mapped already'}, the place ${setUp.place}.`,
    )
  }
  const reading = await parseConfig(after, file, request.environment)
  if (!reading.ok) {
    const [problem] = reading.problems
    const why = problem === undefined ? 'It cannot be read.' : formatConfigProblem(problem)
    return refused('CONFIG_INVALID', `The configuration would not be valid: ${why}`, 'Nothing was written.')
  }
  const changes = changedLines(before ?? '', after)
  if (changes.length === 0 && secrets.length === 0) return { ok: true, backup: null, changed: false }
  const shown = [
    '',
    `${showInOneLine(file)}${before === null ? ' (new)' : ''}:`,
    ...changes.map(({ kind, text }) =>
      context.terminal.paint(kind === 'added' ? 'good' : 'bad', `  ${kind === 'added' ? '+' : '-'} ${showLine(text)}`),
    ),
    ...(changes.length === 0 ? ['  stays as it is'] : []),
    ...secrets.map(({ path }) => `${showInOneLine(path)}: the secret, readable by this account alone`),
  ].join('\n')
  const problem = await confirmAtTerminal(context, { ...request.actor, mustTypeCode: true }, shown, 'write this')
  if (problem !== null) return { ok: false, problem }
  if (fileText(file) !== before) {
    return refused(
      'CONFLICT',
      `${file} changed while you were asked, so nothing was written.`,
      'Run the command again.',
    )
  }
  for (const { path, secret } of secrets) replaceFile(path, `${secret}\n`)
  const changed = changes.length > 0
  const backup = before === null || !changed ? null : `${file}.before-connect`
  if (backup !== null && before !== null) replaceFile(backup, before)
  if (changed) replaceFile(file, after)
  return { ok: true, backup, changed }
}

/** Blanks at the beginning say to what it belongs. */
function showLine(text: string): string {
  const [, indent = '', rest = ''] = /^( *)(.*)$/s.exec(text) ?? []
  return `${indent}${showInOneLine(rest)}`
}

export function fileText(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function refused(code: string, message: string, next: string): SetUpWriting {
  return { ok: false, problem: refusal(code, message, next) }
}
