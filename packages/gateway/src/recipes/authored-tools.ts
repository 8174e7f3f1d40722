/**
 * What the author of a server says of its tools, where the engine runs inside that server: what a call is about, looked at before the question and again
 * before the run, and the call that takes it back. It stands in the place of recipes, and decides as little as they do.
 */
import {
  describeEntityChange,
  errorAnswer,
  say,
  sayToAgent,
  showHiddenCharacters,
  thrownMessage,
} from '@holdpoint/core'
import type { AgentAnswer, Call, CallDemand, Hold, JsonObject, JsonValue, Sha256, UndoDraft } from '@holdpoint/core'
import { toEntityPreview } from '../requests/requested-preview.ts'
import type { RequestedPreview } from '../requests/requested-preview.ts'
import type { PreviewLook, SecondLook } from './preview-reader.ts'

export type AuthoredLook =
  /** The author shows nothing for this tool. */
  | { readonly kind: 'none' }
  /** `before`: what the author is handed again when the call is to be taken back. */
  | { readonly kind: 'seen'; readonly preview: RequestedPreview; readonly before: JsonValue }
  /** There is nothing to act on, in the author's words. No person is asked. */
  | { readonly kind: 'absent'; readonly words: string }
  /** The arguments are none that the tool takes, in words for the agent. No person is asked. */
  | { readonly kind: 'invalid'; readonly words: string }

export interface AuthoredTools {
  /** Whether the author wants calls of it confirmed; other tools stand in lists as the author wrote them. */
  confirms(tool: string): boolean
  /** How its author rates the tool: no policy and no other tool of that name lowers it. `null`: they say nothing of it. */
  demandOf(tool: string): CallDemand | null
  /** A call of this tool is a preview unless it says otherwise. */
  previewsFirst(tool: string): boolean
  look(tool: string, args: JsonObject): Promise<AuthoredLook>
  /** The call that would take back what just ran; `null`: it cannot be taken back. */
  undoOf(tool: string, before: JsonValue): UndoDraft | null
}

const LOOK_WITHIN_MS = 15_000
const WORDS_LENGTH = 500

export async function lookAsAuthored(authored: AuthoredTools, call: Call, sha256: Sha256): Promise<PreviewLook> {
  const look = await lookInTime(authored, call)
  switch (look.kind) {
    case 'none':
      return look
    case 'absent':
      return { kind: 'answered', answer: unasked(look.words) }
    case 'invalid':
      return { kind: 'refused', answer: unasked(look.words) }
    case 'seen':
      return { kind: 'seen', entity: toEntityPreview(call, look.preview, sha256), warnings: [] }
    case 'unreadable':
      return { kind: 'unavailable', warning: say('cannotBeShown', { why: look.why }) }
  }
}

export interface AuthoredSecondLook {
  readonly look: SecondLook
  /** What was seen, for the undo. */
  readonly before: JsonValue
}

/** `call`: what a person approved, with their edits. */
export async function lookAgainAsAuthored(
  authored: AuthoredTools,
  hold: Hold,
  call: Call,
  sha256: Sha256,
): Promise<AuthoredSecondLook> {
  const shown = hold.preview.entity ?? null
  const look = await lookInTime(authored, call)
  const changed = (differences: string): AuthoredSecondLook => ({
    look: { kind: 'changed', differences },
    before: null,
  })
  switch (look.kind) {
    case 'none':
      return shown === null ? { look: { kind: 'same' }, before: null } : changed(say('recipeGone'))
    case 'absent':
      return changed(say('noLongerThere'))
    case 'invalid':
      return changed(say('notPossible', { reason: showHiddenCharacters(look.words).text }))
    case 'unreadable':
      // What could not be shown was not shown: the person approved the arguments alone.
      return { look: shown === null ? { kind: 'same' } : { kind: 'unreadable', why: look.why }, before: null }
    case 'seen': {
      const now = toEntityPreview(call, look.preview, sha256)
      if (shown !== null && now.hash !== shown.hash) return changed(describeEntityChange(shown, now))
      return { look: { kind: 'same' }, before: look.before }
    }
  }
}

async function lookInTime(
  authored: AuthoredTools,
  call: Pick<Call, 'tool' | 'arguments'>,
): Promise<AuthoredLook | { readonly kind: 'unreadable'; readonly why: string }> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<{ readonly kind: 'unreadable'; readonly why: string }>((resolve) => {
    const why = say('noAnswerFrom', { tool: call.tool, n: LOOK_WITHIN_MS / 1000 })
    timer = setTimeout(() => resolve({ kind: 'unreadable', why }), LOOK_WITHIN_MS).unref()
  })
  try {
    return await Promise.race([authored.look(call.tool, structuredClone(call.arguments) as JsonObject), late])
  } catch (error) {
    return { kind: 'unreadable', why: showHiddenCharacters(thrownMessage(error).slice(0, WORDS_LENGTH)).text }
  } finally {
    clearTimeout(timer)
  }
}

function unasked(words: string): AgentAnswer {
  const shown = showHiddenCharacters(words.slice(0, WORDS_LENGTH)).text
  return errorAnswer('VALIDATION_ERROR', sayToAgent('nobodyAskedFor', { words: shown }), { reason: shown })
}
