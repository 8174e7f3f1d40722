/**
 * Tool definitions as they were when first seen (pinned) and as a client saw them last (current), one entry of the
 * settings for each server and client. The one reader of these entries and the one comparison: the catalogue, `policy
 * explain`, `policy accept`, the servers page and the trust on a card all ask here. It refuses to guess: an entry that
 * cannot be read has no pins in it, so nothing that a server claims reassures, and it is never written over by a list.
 */
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonValue } from '../json/json-value.ts'
import { say } from '../sentence/say.ts'
import type { ServerIdentity, ToolAnnotations, ToolDefinition } from './call.ts'

export interface Pin {
  readonly hash: string
  readonly textHash: string
  readonly annotations: ToolAnnotations
  /** The arguments that its schema declares, by which a call is rated; absent: too many, or of an earlier version. */
  readonly arguments?: readonly string[]
}

type Pins = { readonly [tool: string]: Pin }

export interface ToolPins {
  readonly server: string
  /** How the server is started or reached; absent: of an earlier version. */
  readonly display?: string
  readonly transport?: ServerIdentity['transport']
  readonly pinned: Pins
  readonly current: Pins
}

/** All entries stand under this prefix. */
export const PINS_PREFIX = 'pins/'

export function pinsKey(serverIdentity: string, client: string): string {
  return `${pinsOfServer(serverIdentity)}${encodeURIComponent(client)}`
}

/** The prefix of what every client saw of one server. */
export function pinsOfServer(serverIdentity: string): string {
  return `${PINS_PREFIX}${serverIdentity}/`
}

export function serverOfPinsKey(key: string): string {
  return key.slice(PINS_PREFIX.length).split('/')[0] ?? ''
}

/** `null`: it cannot be read as such. Names are as a server chose them, so no name makes an entry unreadable. */
export function readToolPins(text: string): ToolPins | null {
  const value = parsed(text)
  if (!isJsonObject(value)) return null
  const { server, pinned, current } = value
  const usable = typeof server === 'string' && arePins(pinned) && arePins(current)
  return usable ? (value as unknown as ToolPins) : null
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return null
  }
}

function arePins(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && Object.values(value).every(isPin)
}

function isPin(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false
  const { hash, textHash, annotations, arguments: declared } = value
  const named =
    declared === undefined || (Array.isArray(declared) && declared.every((name) => typeof name === 'string'))
  return typeof hash === 'string' && typeof textHash === 'string' && isJsonObject(annotations) && named
}

/** What differs between two versions of a definition. */
export type Drift = 'definition' | 'description'

export function driftBetween(
  before: Pick<Pin, 'hash' | 'textHash'>,
  now: Pick<Pin, 'hash' | 'textHash'>,
): Drift | null {
  if (before.hash !== now.hash) return 'definition'
  return before.textHash === now.textHash ? null : 'description'
}

/** Tools whose definition is another one now than when it was accepted. */
export function changedTools({
  pinned,
  current,
}: Pick<ToolPins, 'pinned' | 'current'>): readonly { readonly tool: string; readonly drift: Drift }[] {
  return Object.entries(pinned).flatMap(([tool, pin]) => {
    const now = pinOf(current, tool)
    const drift = now === null ? null : driftBetween(pin, now)
    return drift === null ? [] : [{ tool, drift }]
  })
}

/** The same as sentences, for the person who is to accept it. */
export function describeChangedTools(pins: Pick<ToolPins, 'pinned' | 'current'>): readonly string[] {
  return changedTools(pins).map(({ tool, drift }) =>
    say(drift === 'definition' ? 'definitionOfToolChanged' : 'descriptionOfToolChanged', { tool }),
  )
}

export interface NewDrift {
  readonly definition: ToolDefinition
  readonly drift: Drift
}

/** Definitions that differ from what was seen last. */
export function newDrifts({ current }: ToolPins, definitions: readonly ToolDefinition[]): readonly NewDrift[] {
  return definitions.flatMap((definition) => {
    const last = pinOf(current, definition.name)
    const drift = last === null ? null : driftBetween(last, definition)
    return drift === null ? [] : [{ definition, drift }]
  })
}

/** The pins with these definitions as the current ones; what was never seen is pinned. */
export function withDefinitions(pins: ToolPins, definitions: readonly ToolDefinition[]): ToolPins {
  const pinned = { ...pins.pinned }
  const current = { ...pins.current }
  for (const definition of definitions) {
    const { hash, textHash, annotations } = definition
    const pin: Pin = { hash, textHash, annotations, ...declaredIn(definition) }
    if (!Object.hasOwn(pinned, definition.name)) define(pinned, definition.name, pin)
    define(current, definition.name, pin)
  }
  return { ...pins, pinned, current }
}

export interface JudgedDefinition {
  /** The definition as calls are judged by it: its claims tempered by the pinned ones. */
  readonly definition: ToolDefinition
  readonly drifted: boolean
}

/** A definition as calls of this client are judged by it. `pins` are `null` where they cannot be read. */
export function judgedBy(definition: ToolDefinition, pins: Pick<ToolPins, 'pinned'> | null): JudgedDefinition {
  // While the pins cannot be read, no claim of the server may reassure.
  if (pins === null) return { definition: tempered(definition, {}), drifted: false }
  const pin = pinOf(pins.pinned, definition.name)
  if (pin === null || driftBetween(pin, definition) === null) return { definition, drifted: false }
  return { definition: tempered(definition, pin.annotations), drifted: true }
}

/** A tool as this client saw it last, as its calls are judged; `null`: it saw no such tool. */
export function definitionInPins(pins: ToolPins, tool: string): ToolDefinition | null {
  const seen = pinOf(pins.current, tool)
  return seen === null ? null : judgedBy(definitionOfPin(tool, seen), pins).definition
}

/** Pins keep what rates a tool; texts and the rest of the schema stay with the server. */
export function definitionOfPin(
  name: string,
  { hash, textHash, annotations, arguments: declared = [] }: Pin,
): ToolDefinition {
  const inputSchema = { type: 'object', properties: Object.fromEntries(declared.map((argument) => [argument, {}])) }
  return { name, title: null, description: null, inputSchema, outputSchema: null, annotations, hash, textHash }
}

function tempered(definition: ToolDefinition, pinned: ToolAnnotations): ToolDefinition {
  return { ...definition, annotations: temper(definition.annotations, pinned) }
}

/** Reassuring claims need both versions; alarming ones need one. */
function temper(now: ToolAnnotations, pinned: ToolAnnotations): ToolAnnotations {
  const claims: { -readonly [key in keyof ToolAnnotations]: ToolAnnotations[key] } = { ...now }
  if (now.readOnlyHint === true && pinned.readOnlyHint !== true) delete claims.readOnlyHint
  if (now.idempotentHint === true && pinned.idempotentHint !== true) delete claims.idempotentHint
  if (pinned.destructiveHint === true) claims.destructiveHint = true
  else if (now.destructiveHint === false && pinned.destructiveHint !== false) delete claims.destructiveHint
  if (pinned.openWorldHint === true) claims.openWorldHint = true
  else if (now.openWorldHint === false && pinned.openWorldHint !== false) delete claims.openWorldHint
  return claims
}

const MOST_ARGUMENTS = 300

function declaredIn({ inputSchema }: ToolDefinition): Pick<Pin, 'arguments'> {
  const { properties } = inputSchema
  const names = isJsonObject(properties) ? Object.keys(properties) : []
  return names.length > MOST_ARGUMENTS ? {} : { arguments: names }
}

/** A tool may be called `constructor`: what every object has is no pin. */
function pinOf(pins: Pins, tool: string): Pin | null {
  return Object.hasOwn(pins, tool) ? (pins[tool] ?? null) : null
}

/** A tool may be called `__proto__`; assignment would then change the object instead of adding a key. */
function define(pins: { [tool: string]: Pin }, name: string, pin: Pin): void {
  Object.defineProperty(pins, name, { value: pin, enumerable: true, configurable: true, writable: true })
}
