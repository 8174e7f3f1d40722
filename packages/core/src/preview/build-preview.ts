/**
 * Builds what every human surface shows of a call, once. Each text in it is made visible here, so a surface only has to
 * place plain text. It shows the tool's real name and the server's identity; the server's own title stands beside them,
 * as the server's words. It decides nothing.
 */
import type { Call, ToolDefinition } from '../call/call.ts'
import { describeTitles } from '../description/describe-titles.ts'
import type { JsonValue } from '../json/json-value.ts'
import { findLookAlikes, nameLookAlikes } from '../json/look-alike-members.ts'
import type { Sha256 } from '../json/sha256.ts'
import { firstInStrings } from '../policy/rating/argument-strings.ts'
import type { Ruling } from '../policy/ruling.ts'
import { buildArgumentTree, type ArgumentTree } from './argument-tree.ts'
import type { EntityPreview } from './entity-preview.ts'
import type { Preview } from './preview.ts'
import {
  countHiddenCharacters,
  findHiddenCharacters,
  keepInOneLine,
  showHiddenCharacters,
  showInOneLine,
} from './visible-text.ts'
import { say } from '../sentence/say.ts'

export interface PreviewInput {
  readonly call: Omit<Call, 'arguments'>
  readonly ruling: Ruling
  readonly definition: ToolDefinition | null
  /** Sentences of ours; what they quote is visible already. */
  readonly warnings: readonly string[]
  /** Those among them that tell what was read of the server. */
  readonly entityWarnings?: readonly string[]
  readonly entity?: EntityPreview | null
  readonly sha256: Sha256
}

/**
 * Each of them becomes a marker that people have to read; so many are no text any more, and building them would keep
 * others waiting.
 */
export const MOST_HIDDEN_CHARACTERS: number = 20_000

/** Whether a call has too many hidden characters to be shown. */
export function hidesTooMuch(call: Pick<Call, 'arguments' | 'argumentsText'>): boolean {
  if (call.argumentsText.length <= MOST_HIDDEN_CHARACTERS) return false
  let left = MOST_HIDDEN_CHARACTERS
  const tooMuch = firstInStrings(call.arguments, (text) => {
    left -= countHiddenCharacters(text, left)
    return left < 0 ? true : null
  })
  return tooMuch !== null
}

export function buildPreview(input: PreviewInput): Preview {
  const { call, ruling, entityWarnings = [] } = input
  const tree = buildArgumentTree(call.argumentsText, input.sha256)
  const { titles, effect } = describeTitles(call)
  return {
    title: titles.en,
    titles,
    effect,
    tool: showInOneLine(call.tool),
    toolTitle: serverTitle(call.tool, input.definition),
    ...(input.definition?.icon === undefined ? {} : { icon: input.definition.icon }),
    server: {
      name: showInOneLine(call.server.name),
      identity: showInOneLine(call.server.identity),
      display: showInOneLine(call.server.display),
    },
    risk: ruling.risk,
    why: showInOneLine(ruling.why),
    rule: showInOneLine(ruling.rule),
    askedBy: {
      principal: showInOneLine(call.principal),
      client: showInOneLine(`${call.client.name} ${call.client.version}`.trim()),
    },
    arguments: tree.root,
    rationale: call.rationale === null ? null : showHiddenCharacters(call.rationale).text,
    irreversible: ruling.irreversible,
    warnings: [
      ...(ruling.warnings ?? []).map(showInOneLine),
      ...[...input.warnings, ...entityWarnings, ...ownWarnings(input.call, tree)].map(keepInOneLine),
    ],
    ...(entityWarnings.length === 0 ? {} : { entityWarnings: entityWarnings.map(keepInOneLine) }),
    entity: input.entity ?? null,
  }
}

function serverTitle(tool: string, definition: ToolDefinition | null): string | null {
  const title = definition?.title ?? definition?.annotations.title ?? null
  return title === null || title === tool ? null : showInOneLine(title)
}

function ownWarnings(call: PreviewInput['call'], tree: ArgumentTree): readonly string[] {
  const warnings: string[] = []
  if (tree.hidden) warnings.push(say('hiddenInArguments'))
  const alike = findLookAlikes(JSON.parse(call.argumentsText) as JsonValue)
  if (alike !== null) warnings.push(say('lookAlikeArguments', nameLookAlikes(alike)))
  if (findHiddenCharacters(call.tool).length > 0) warnings.push(say('hiddenInTool'))
  if (tree.blobs > 0) warnings.push(say('binaryInArguments'))
  return warnings
}
