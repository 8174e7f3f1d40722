/** What the author of a server says of its confirmed tools, for the engine: previews, and the calls that take something back. */
import type { JsonObject, JsonValue } from '@holdpoint/core'
import type { AuthoredLook, AuthoredTools } from '@holdpoint/gateway'
import type { PreviewAnswer } from '../confirmation-rules.ts'
import type { ConfirmedTools } from './confirmed-entry.ts'

/** Begins the name under which the engine calls an author's `undo`. No client can call it: it stands in no list, and never reaches the server. */
export const UNDO_PREFIX = 'holdpoint/undo/'

export function authorWords({ entries }: Pick<ConfirmedTools, 'entries'>): AuthoredTools {
  return {
    confirms: (tool) => entries.has(tool),
    demandOf(tool) {
      const rules = entries.get(tool)?.rules
      return rules === undefined ? null : { risk: rules.risk, irreversible: rules.irreversible === true }
    },
    previewsFirst: (tool) => entries.get(tool)?.rules.previewFirst === true,
    async look(tool, args) {
      const entry = entries.get(tool)
      if (entry === undefined) return { kind: 'none' }
      const parsed = await entry.parse(args)
      if (!parsed.ok) return { kind: 'invalid', words: parsed.words }
      const { preview } = entry.rules
      if (preview === undefined) return { kind: 'none' }
      return toLook(await preview(parsed.value as never))
    },
    undoOf(tool, before) {
      if (entries.get(tool)?.rules.undo === undefined || before === null) return null
      return { tool: `${UNDO_PREFIX}${tool}`, argumentsText: JSON.stringify({ before }) }
    },
  }
}

function toLook(seen: PreviewAnswer): AuthoredLook {
  if ('notFound' in seen) return { kind: 'absent', words: seen.notFound }
  if ('notPossible' in seen) return { kind: 'invalid', words: seen.notPossible }
  const details = (seen.details ?? {}) as JsonObject
  return {
    kind: 'seen',
    preview: { title: seen.title, details, impact: seen.impact ?? [] },
    before: (seen.before ?? details) as JsonValue,
  }
}

/** Runs an author's `undo` with what the engine kept for it; the result of a tool. */
export async function runUndo(
  { entries }: Pick<ConfirmedTools, 'entries'>,
  name: string,
  { before }: { readonly before?: JsonValue },
): Promise<JsonObject> {
  const undo = entries.get(name.slice(UNDO_PREFIX.length))?.rules.undo
  if (undo === undefined) throw new Error('This server cannot take it back any more.')
  const said = await undo(before as never)
  return { content: [{ type: 'text', text: typeof said === 'string' ? `✅ ${said}` : '✅ Taken back.' }] }
}

/** As the engine looks tools up. The schema is ours: what an `undo` gets was written by the author's own preview. */
export function undoDefinitions({ entries }: Pick<ConfirmedTools, 'entries'>): readonly JsonObject[] {
  return [...entries.values()].flatMap(({ name, rules }) =>
    rules.undo === undefined
      ? []
      : [
          {
            name: `${UNDO_PREFIX}${name}`,
            title: `Take back ${name}`,
            inputSchema: { type: 'object', properties: { before: {} }, required: ['before'] },
          },
        ],
  )
}
