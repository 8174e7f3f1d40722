/**
 * The arguments of a hold, in the person's editor, with hidden characters as JSON escapes: an editor would obey them.
 * What was written and refused once is not lost: it is where the next try begins.
 */
import { approvedArguments, escapeHiddenInJson, findArgumentChanges, isJsonObject, readStrict } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface ArgumentEdit {
  /** `null`: nothing to decide with; `message` says why. */
  readonly text: string | null
  readonly message: string
}

export type EditArguments = (hold: Hold) => Promise<ArgumentEdit>

export function createArgumentEditor(options: EditorOptions): EditArguments {
  const drafts = new Map<string, string>()
  return async (hold) => {
    const current = approvedArguments(hold)
    const edited = await editInEditor(drafts.get(hold.id) ?? indentJsonText(escapeHiddenInJson(current)), options)
    if (!edited.ok) return { text: null, message: edited.message }
    const reading = readStrict(edited.text.trim())
    if (reading.ok && isJsonObject(reading.value) && findArgumentChanges(current, edited.text).length === 0) {
      drafts.delete(hold.id)
      return { text: null, message: 'Nothing was changed, so nothing was decided.' }
    }
    drafts.set(hold.id, edited.text)
    // Text that cannot be read goes on as it is, so that the check can say where it is wrong.
    return { text: reading.ok ? packJsonText(edited.text) : edited.text.trim(), message: '' }
  }
}

/**
 * Lays out JSON text for editing, and packs it again. Only white space between tokens changes: spelling and order stay.
 */
const INDENT = '  '

/** `text` is valid JSON. */
export function indentJsonText(text: string): string {
  let out = ''
  let depth = 0
  let at = 0
  const newLine = (): string => `\n${INDENT.repeat(depth)}`
  while (at < text.length) {
    const character = text.charAt(at)
    if (character === '"') {
      const end = endOfText(text, at)
      out += text.slice(at, end)
      at = end
      continue
    }
    at++
    if (/\s/.test(character)) continue
    if (character === '{' || character === '[') {
      const rest = /^\s*[}\]]/.exec(text.slice(at, at + 1000))
      if (rest !== null) {
        out += character + rest[0].trim()
        at += rest[0].length
        continue
      }
      depth++
      out += character + newLine()
    } else if (character === '}' || character === ']') {
      depth--
      out += newLine() + character
    } else if (character === ',') out += `,${newLine()}`
    else out += character === ':' ? ': ' : character
  }
  return `${out}\n`
}

/** Without the white space between tokens: what is sent is as compact as what an agent sends. */
export function packJsonText(text: string): string {
  let out = ''
  let at = 0
  while (at < text.length) {
    const end = text[at] === '"' ? endOfText(text, at) : at + 1
    const piece = text.slice(at, end)
    if (!/^\s$/.test(piece)) out += piece
    at = end
  }
  return out
}

function endOfText(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return Math.min(text.length, at + 1)
}

/**
 * Lets a person change a text in the editor of their choice. The file is readable by its owner alone, in a folder of
 * its own, and is gone afterwards, also when the process is. It refuses to judge what was written.
 */
type EditedText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string }

interface EditorOptions {
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

/**
 * `null`: it ended well. The setting may hold options ("code --wait"), so a shell reads it; the file is its argument.
 */
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
