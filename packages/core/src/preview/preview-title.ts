/**
 * The one line that says what will happen: the tool's real name, the server, and the arguments that tell most. It never
 * uses the server's own title for the tool, which may mislead.
 */
import { clipVisible } from './clip-visible.ts'
import type { PreviewNode } from './preview.ts'
import { say } from '../sentence/say.ts'
import { showInOneLine } from './visible-text.ts'

const TITLE_LENGTH = 120
const NAME_LENGTH = 48
const VALUE_LENGTH = 32
const MOST_ARGUMENTS = 3

/** What an action is aimed at, then what it does; other arguments follow in the order they were sent. */
const TELLING_NAMES: readonly RegExp[] = [
  /^(action|method|operation)$/i,
  /(^|_)ids?$|[a-z]I[dD]s?$|^(key|uuid|sku|number)$/,
  /path|file|folder|director(y|ies)|url|uri|^(source|destination|target)$/i,
  /^(to|recipient|recipients|email|channel|user|username|owner|repo|repository|branch|table|database)$/i,
  /name|title|subject/i,
  /^(sql|statement|query|command|cmd|code|amount|quantity|price|status)$/i,
]

export function buildTitle(tool: string, server: string, root: PreviewNode): string {
  const title = titleStart(tool, server)
  const parts: string[] = []
  for (const { key, text } of tellingArguments(root)) {
    const next = [...parts, `${clipVisible(key, NAME_LENGTH)}: ${text}`]
    if (`${title} (${next.join(', ')})`.length > TITLE_LENGTH) continue
    parts.push(next.at(-1) ?? '')
    if (parts.length === MOST_ARGUMENTS) break
  }
  return parts.length === 0 ? title : `${title} (${parts.join(', ')})`
}

/** What every title of ours begins with. */
export function titleStart(tool: string, server: string): string {
  return say('callOn', titleNames(tool, server))
}

export function titleNames(tool: string, server: string): { readonly tool: string; readonly server: string } {
  return { tool: oneLine(tool), server: oneLine(server) }
}

function oneLine(name: string): string {
  return clipVisible(showInOneLine(name), NAME_LENGTH)
}

function tellingArguments(root: PreviewNode): readonly { readonly key: string; readonly text: string }[] {
  if (root.kind !== 'object') return []
  const scalars = root.entries.flatMap(({ key, value }) => {
    if (value.kind === 'literal') return [{ key, text: clipVisible(value.text, VALUE_LENGTH), weight: weightOf(key) }]
    if (value.kind !== 'text' || value.text === '') return []
    const line = value.text
      .slice(0, VALUE_LENGTH * 2)
      .replaceAll('\n', '⟦U+000A⟧')
      .replaceAll('\t', '⟦U+0009⟧')
    return [{ key, text: `"${clipVisible(line, VALUE_LENGTH)}"`, weight: weightOf(key) }]
  })
  return scalars.sort((left, right) => left.weight - right.weight)
}

function weightOf(key: string): number {
  const found = TELLING_NAMES.findIndex((pattern) => pattern.test(key))
  return found < 0 ? TELLING_NAMES.length : found
}
