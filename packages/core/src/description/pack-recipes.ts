/**
 * The recipes that packs bring, ready to run like those of a configuration. Their expressions are paths into what is known
 * (`args.path`, `entity.items.0.name`) and texts in quotes, so nothing has to be loaded for them. A path that leads nowhere
 * throws, as every recipe's does: the caller says what that means.
 */
import type { ServerIdentity } from '../call/call.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import type { CompiledPreview, RecipeFacts, RecipeObject, ToolRecipes } from '../policy/compiled-recipe.ts'
import { wordsOfTool } from './pack-words.ts'
import type { PackCall, PackPreview } from './pack-words.ts'

/** `null`: no pack brings one for this tool. */
export function packRecipes(server: ServerIdentity, tool: string): ToolRecipes | null {
  const words = wordsOfTool(server, tool)
  if (words?.preview === undefined && words?.undo === undefined) return null
  return {
    preview: words.preview === undefined ? null : compilePreview(words.preview),
    undo: words.undo === undefined ? null : { tool: words.undo.call, with: compileWith(words.undo) },
  }
}

function compilePreview(preview: PackPreview): CompiledPreview {
  const { compare, mayBeNew = false } = preview
  return {
    source: { kind: 'read', tool: preview.call, with: compileWith(preview) },
    title: null,
    show: preview.show,
    impact: [],
    refuse: null,
    notFound: null,
    compare:
      compare === undefined
        ? null
        : {
            now: (facts) => readPath(compare.now, facts),
            ...('whole' in compare.by
              ? { argument: compare.by.whole, how: 'whole' as const }
              : { argument: compare.by.edits, how: 'edits' as const }),
          },
    mayBeNew,
  }
}

/** An argument that the call does not have is left out; whatever else is missing throws. */
function compileWith({ with: members }: PackCall): RecipeObject {
  return (facts) => {
    const sent: Record<string, JsonValue> = {}
    for (const [name, path] of Object.entries(members)) {
      const own = /^args\.([^.]+)$/.exec(path)?.[1]
      if (own === undefined || Object.hasOwn(facts.args, own)) sent[name] = readPath(path, facts)
    }
    return sent satisfies JsonObject
  }
}

function readPath(path: string, facts: RecipeFacts): JsonValue {
  if (path.startsWith('"')) return JSON.parse(path) as JsonValue
  let value: JsonValue | undefined = { args: facts.args, entity: facts.entity, result: facts.result }
  for (const name of path.split('.')) {
    value = Array.isArray(value) ? (value as readonly JsonValue[])[Number(name)] : memberOf(value, name)
    if (value === undefined) throw new Error(`there is no ${path}`)
  }
  return value
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
