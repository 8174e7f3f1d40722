/**
 * Lets a person change a text in the editor of their choice. The file is readable by its owner alone, in a folder of its
 * own, and is gone afterwards, also when the process is. It refuses to judge what was written.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type EditedText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string }

export interface EditorOptions {
  readonly environment: { readonly [name: string]: string | undefined }
  readonly platform: NodeJS.Platform
  /** Ends the editor too. */
  readonly interrupted: AbortSignal
}

export async function editInEditor(text: string, options: EditorOptions): Promise<EditedText> {
  const { environment, platform } = options
  const usual = platform === 'win32' ? 'notepad' : 'vi'
  const editor =
    [environment['VISUAL'], environment['EDITOR'], usual].find((name) => (name ?? '').trim() !== '') ?? usual
  const folder = mkdtempSync(join(tmpdir(), 'holdpoint-edit-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    const file = join(folder, 'arguments.json')
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
    const problem = await runEditor(editor, file, options)
    return problem === null ? { ok: true, text: readFileSync(file, 'utf8') } : { ok: false, message: problem }
  } catch (error) {
    return { ok: false, message: `The edit came to nothing: ${String(error)}` }
  } finally {
    process.off('exit', remove)
    remove()
  }
}

/** `null`: it ended well. The setting may hold options ("code --wait"), so a shell reads it; the file is its argument. */
async function runEditor(editor: string, file: string, options: EditorOptions): Promise<string | null> {
  const [command, args] =
    options.platform === 'win32'
      ? [`${editor} "${file}"`, [] as readonly string[]]
      : ['/bin/sh', ['-c', `exec ${editor} "$1"`, 'sh', file]]
  return await new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: 'inherit',
      shell: options.platform === 'win32',
      signal: options.interrupted,
    })
    child.once('error', (error) => resolve(`${editor} could not be started: ${error.message}`))
    child.once('exit', (code) =>
      resolve(code === 0 ? null : `${editor} ended with ${code ?? 'a signal'}; nothing was taken over.`),
    )
  })
}
