/**
 * Looks at what a call is about before a person is asked, looks again before it runs, and offers the call that would
 * take it back. It decides nothing: where it cannot see, a person is asked, and the question says so; where it cannot
 * see again, nothing runs.
 */
import {
  approvedCall,
  buildEntityPreview,
  canonicalize,
  describeEntityChange,
  recordDraft,
  say,
  sayToAgent,
  showHiddenCharacters,
  errorAnswer,
  showInOneLine,
} from '@holdpoint/core'
import type { Call, EntityPreview, Hold, JsonObject, JsonValue, AgentAnswer, ServerIdentity } from '@holdpoint/core'
import type { CompiledPreview, ToolRecipes } from '@holdpoint/core/policy'
import type { UpstreamConnection } from '../calls/upstream-connection.ts'
import { lookAgainAsAuthored, lookAsAuthored } from './authored-tools.ts'
import type { AuthoredTools } from './authored-tools.ts'
import { askConditions } from './recipe-conditions.ts'
import { readByRecipe } from './recipe-read.ts'
import type { RecipeReadOptions } from './recipe-read.ts'

/** What a look at the entity before the question led to. */
export type PreviewLook =
  /** There is no recipe for this tool. */
  | { readonly kind: 'none' }
  /** There is nothing to act on: no person is asked. */
  | { readonly kind: 'answered'; readonly answer: AgentAnswer }
  /** Its state forbids the call: no person is asked. */
  | { readonly kind: 'refused'; readonly answer: AgentAnswer }
  | { readonly kind: 'seen'; readonly entity: EntityPreview; readonly warnings: readonly string[] }
  /** A person is asked all the same; the question says what they do not see. */
  | { readonly kind: 'unavailable'; readonly warning: string }

/** The look again, right before the dispatch. */
export type SecondLook =
  | { readonly kind: 'same' }
  /** In words: what was shown, and what is there now. */
  | { readonly kind: 'changed'; readonly differences: string }
  | { readonly kind: 'unreadable'; readonly why: string }

export interface PreviewReader {
  look(call: Call, connection: UpstreamConnection, metaText: string | null): Promise<PreviewLook>
  /** Before the dispatch: is it still what was shown? Remembers what it saw, for the undo. */
  lookAgain(hold: Hold, connection: UpstreamConnection, metaText: string | null): Promise<SecondLook>
  /** What the second look saw of a hold, handed out once; `null` where there was nothing to see. */
  takeEntity(hold: string): JsonValue
}

export interface PreviewReaderOptions extends RecipeReadOptions {
  readonly recipesFor: (server: ServerIdentity, tool: string) => ToolRecipes
}

/** Holds that are on their way; one whose outcome never comes is forgotten when others push it out. */
const MOST_REMEMBERED = 500

export function createPreviewReader(options: PreviewReaderOptions): PreviewReader {
  const remembered = new Map<string, JsonValue>()

  function remember(hold: string, entity: JsonValue): void {
    remembered.delete(hold)
    remembered.set(hold, entity)
    const [oldest] = remembered.keys()
    if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
  }

  async function noteUnasked(call: Call, detail: string): Promise<void> {
    const { tenant, principal, tool, digest, rationale } = call
    const about = { tenant, principal, tool, digest, rationale, client: call.client.name, server: call.server.name }
    await options.trail.append(recordDraft({ kind: 'call-refused', ...about, method: 'tools/call', detail }))
  }

  function preview(recipe: CompiledPreview, call: Call, source: string, entity: JsonValue): EntityPreview {
    return buildEntityPreview({ call, recipe, source, entity, sha256: options.sha256 })
  }

  async function authoredLook(authored: AuthoredTools, call: Call): Promise<PreviewLook> {
    const look = await lookAsAuthored(authored, call, options.sha256)
    if (look.kind === 'answered' || look.kind === 'refused') await noteUnasked(call, say('stateForbids'))
    return look
  }

  async function authoredLookAgain(authored: AuthoredTools, hold: Hold): Promise<SecondLook> {
    const call = approvedCall(hold)
    if (call === null) return { kind: 'changed', differences: say('notWhatWasApproved') }
    const { look, before } = await lookAgainAsAuthored(authored, hold, call, options.sha256)
    if (look.kind === 'same') remember(hold.id, before)
    return look
  }

  return {
    async look(call, connection, metaText) {
      if (connection.authored !== null) return await authoredLook(connection.authored, call)
      const { preview: recipe } = options.recipesFor(call.server, call.tool)
      if (recipe === null) return { kind: 'none' }
      const { source, reading } = await readByRecipe(options, recipe, call, connection, metaText)
      if (reading.kind === 'unreadable') {
        return { kind: 'unavailable', warning: say('cannotBeShown', { why: reading.why }) }
      }
      if (reading.kind === 'failed') return { kind: 'unavailable', warning: failedWarning(call, source, reading.words) }
      if (reading.kind === 'absent' && recipe.mayBeNew) {
        return { kind: 'seen', entity: preview(recipe, call, source, null), warnings: [] }
      }
      if (reading.kind === 'absent') {
        await noteUnasked(call, say('nothingToActOnSays', { tool: source }))
        return { kind: 'answered', answer: absentAnswer(call, source, reading.words) }
      }
      const { entity } = reading
      const said = askConditions(recipe, { args: call.arguments, entity, result: null })
      if (said.absent) {
        await noteUnasked(call, say('nothingToActOnSays', { tool: source }))
        return { kind: 'answered', answer: absentAnswer(call, source, 'not found') }
      }
      if (said.forbidden !== null) {
        await noteUnasked(call, say('stateForbids'))
        return { kind: 'refused', answer: refusedAnswer(call, said.forbidden) }
      }
      const warnings = said.unclear.map(({ words }) => words)
      return { kind: 'seen', entity: preview(recipe, call, source, entity), warnings }
    },

    async lookAgain(hold, connection, metaText) {
      const shown = hold.preview.entity ?? null
      const { preview: recipe, undo } = options.recipesFor(hold.call.server, hold.call.tool)
      // An offer to undo was drawn from what stood there before: nothing was read for it.
      if (hold.undoOf !== undefined) return { kind: 'same' }
      if (connection.authored !== null) return await authoredLookAgain(connection.authored, hold)
      if (shown === null && (recipe === null || undo === null)) return { kind: 'same' }
      if (recipe === null) return { kind: 'changed', differences: say('recipeGone') }
      const call = approvedCall(hold)
      if (call === null) return { kind: 'changed', differences: say('notWhatWasApproved') }
      const { source, reading } = await readByRecipe(options, recipe, call, connection, metaText)
      if (reading.kind === 'unreadable') {
        return shown === null ? { kind: 'same' } : { kind: 'unreadable', why: reading.why }
      }
      if (reading.kind === 'failed') {
        return shown === null ? { kind: 'same' } : { kind: 'unreadable', why: failedReason(source, reading.words) }
      }
      if (reading.kind === 'absent' && !recipe.mayBeNew) {
        return shown === null ? { kind: 'same' } : { kind: 'changed', differences: say('noLongerThere') }
      }
      const entity = reading.kind === 'absent' ? null : reading.entity
      const now = preview(recipe, call, source, entity)
      if (shown !== null && (now.hash !== shown.hash || now.source !== shown.source)) {
        return { kind: 'changed', differences: describeEntityChange(shown, now) }
      }
      const against = whatSpeaksAgainst(recipe, hold, call, entity)
      if (against !== null) return { kind: 'changed', differences: against }
      remember(hold.id, entity)
      return { kind: 'same' }
    },

    takeEntity(hold) {
      const entity = remembered.get(hold) ?? null
      remembered.delete(hold)
      return entity
    },
  }
}

/**
 * The conditions once more, with the arguments that will be sent: the person who approved may have edited them into
 * what the recipe forbids, or to another entity that happens to look the same. A condition that could not be evaluated
 * before was a warning in the question; one that only the edit keeps from being evaluated was in none. In words;
 * `null`: nothing.
 */
function whatSpeaksAgainst(recipe: CompiledPreview, hold: Hold, approved: Call, entity: JsonValue): string | null {
  const requested = JSON.parse(hold.call.argumentsText) as JsonObject
  const said = askConditions(recipe, { args: approved.arguments, entity, result: null })
  if (said.absent) return say('nothingToActOn')
  if (said.forbidden !== null) return say('notPossible', { reason: showHiddenCharacters(said.forbidden).text })
  if (hold.edit === null) return null
  if (readsOther(recipe, requested, approved.arguments)) return say('aboutSomethingElse')
  const before = askConditions(recipe, { args: requested, entity, result: null }).unclear
  const added = said.unclear.find(({ condition }) => before.every((one) => one.condition !== condition))
  return added?.words ?? null
}

function readsOther({ source }: CompiledPreview, requested: JsonObject, approved: JsonObject): boolean {
  if (source.kind === 'dry-run') return false
  const read = (args: JsonObject): string => canonicalize(source.with({ args, entity: null, result: null }))
  try {
    return read(requested) !== read(approved)
  } catch {
    return true
  }
}

const WORDS_LENGTH = 500

/** The server's words stand in quotes, escaped: they can neither end the sentence nor pass for one of ours. */
function absentAnswer(call: Pick<Call, 'tool' | 'server'>, source: string, words: string): AgentAnswer {
  const quoted = quote(words)
  const message = sayToAgent('nothingThereToActOn', {
    tool: call.tool,
    source,
    server: call.server.name,
    words: quoted,
  })
  return errorAnswer('VALIDATION_ERROR', message, { reason: quoted })
}

/** For the person who is asked: what they do not see, and what the server said instead. */
function failedWarning(call: Pick<Call, 'server'>, source: string, words: string): string {
  return say('cannotBeShownInItsWords', { tool: source, server: showInOneLine(call.server.name), words: quote(words) })
}

function failedReason(source: string, words: string): string {
  return say('failedInItsWords', { tool: source, words: quote(words) })
}

function refusedAnswer(call: Pick<Call, 'tool'>, reason: string): AgentAnswer {
  const shown = showHiddenCharacters(reason).text.slice(0, WORDS_LENGTH)
  const message = sayToAgent('notPossibleNow', { tool: call.tool, reason: shown })
  return errorAnswer('VALIDATION_ERROR', message, { reason: shown })
}

function quote(words: string): string {
  const clipped = words.length > WORDS_LENGTH ? `${words.slice(0, WORDS_LENGTH)}… (${words.length} characters)` : words
  return JSON.stringify(showHiddenCharacters(clipped).text)
}
