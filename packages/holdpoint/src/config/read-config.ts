/**
 * Reads `holdpoint.yaml`: text → YAML → shape → neutral configuration, or every problem with file, line, column and a
 * suggestion. It refuses files that it understands only in part. The parsers are loaded here, so that a start without a
 * file does not pay for them.
 */
import { readFile } from 'node:fs/promises'
import type { PolicyConfig, PolicyProblem } from '@holdpoint/core/policy'
import type { Document, Node } from 'yaml'
import type { ConfigFile } from './config-file.ts'
import type { ConfigProblem } from './config-problem.ts'
import type { ShapeProblem } from './shape-problem.ts'
import { hideReferences, showReferences } from './environment-references.ts'
import { closestWord } from './closest-word.ts'
import { toPolicyConfig } from './to-policy-config.ts'
import type { Environment } from './to-policy-config.ts'

export type ConfigReading =
  | {
      readonly ok: true
      readonly config: PolicyConfig
      /** Settings of the file that have no effect. */
      readonly warnings: readonly ConfigProblem[]
      /** By server: why it cannot be started from here. Everything else works. */
      readonly unset: { readonly [server: string]: readonly ConfigProblem[] }
      /** Says where in the file a problem found later stands. */
      locate(problem: PolicyProblem): ConfigProblem
    }
  | {
      readonly ok: false
      readonly problems: readonly ConfigProblem[]
      /** What it says in spite of them; `null`: not even which store and tokens are meant. */
      readonly config: PolicyConfig | null
    }

type Path = PolicyProblem['path']

export async function readConfig(file: string, environment: Environment): Promise<ConfigReading> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    const message = code === 'ENOENT' ? 'There is no such file.' : `The file cannot be read (${code}).`
    return {
      ok: false,
      config: null,
      problems: [{ file, line: 1, column: 1, message, suggestion: 'check --config and HOLDPOINT_CONFIG' }],
    }
  }
  return parseConfig(text, file, environment)
}

export async function parseConfig(text: string, file: string, environment: Environment): Promise<ConfigReading> {
  const [yaml, schema] = await Promise.all([import('./yaml-parser.ts'), import('./config-schema.ts')])
  const lines = new yaml.LineCounter()
  const document = yaml.parseDocument(hideReferences(text), {
    lineCounter: lines,
    strict: true,
    uniqueKeys: true,
    merge: false,
    prettyErrors: false,
  })
  const at = (offset: number): Pick<ConfigProblem, 'file' | 'line' | 'column'> => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(1, line), column: Math.max(1, col) }
  }
  const faults = [...document.errors, ...document.warnings]
  if (faults.length > 0) {
    return {
      ok: false,
      config: null,
      problems: faults.map((fault) => ({ ...at(fault.pos[0]), message: sentence(fault.message), suggestion: null })),
    }
  }
  if (document.contents === null || document.toJS() === null) {
    const message = 'The file is empty.'
    return {
      ok: false,
      config: null,
      problems: [{ file, line: 1, column: 1, message, suggestion: 'write "version: 1", or remove the file' }],
    }
  }

  const locate = (problem: PolicyProblem): ConfigProblem => ({
    ...at(offsetOf(document, problem.path)),
    message: problem.message,
    suggestion: problem.suggestion,
  })
  const value = restoreReferences(document.toJS())
  const shape = schema.checkShape(value)
  if (!shape.ok) {
    const jsonSchema = schema.toJsonSchema()
    const problems = shape.problems.flatMap((problem) => explainShape(problem, document, jsonSchema)).map(locate)
    const known = isMisspelt(shape.problems, allowedKeysAt(jsonSchema, [])) ? null : storeAndTokens(value)
    const rest = known === null ? null : schema.checkShape(known)
    return { ok: false, config: rest?.ok === true ? knownConfig(rest.file, environment) : null, problems }
  }
  const { config, problems, warnings, unset } = toPolicyConfig(shape.file, environment)
  if (problems.length > 0) {
    return { ok: false, config: knownConfig(shape.file, environment), problems: problems.map(locate) }
  }
  return { ok: true, config, warnings: warnings.map(locate), unset: locateAll(unset, locate), locate }
}

/** `null`: which store is meant depends on what is not set. */
function knownConfig(file: ConfigFile, environment: Environment): PolicyConfig | null {
  const { config, problems } = toPolicyConfig(file, environment)
  return problems.some(({ path }) => path[0] === 'store') ? null : config
}

const NEEDED_TO_DECIDE = ['store', 'tokens', 'people']

/** The keys that looking, deciding and pausing need; other keys may be wrong. */
function storeAndTokens(value: unknown): object | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return Object.fromEntries(Object.entries(value).filter(([key]) => NEEDED_TO_DECIDE.includes(key)))
}

/**
 * `stor: postgres://…` names a store. Those of the defaults would show nothing of what waits there, and pause nothing.
 */
function isMisspelt(problems: readonly ShapeProblem[], allowed: readonly string[]): boolean {
  return problems
    .filter(({ path }) => path.length === 0)
    .flatMap(({ unknownKeys }) => unknownKeys)
    .some((key) => NEEDED_TO_DECIDE.includes(closestWord(key, allowed) ?? ''))
}

function locateAll(
  unset: { readonly [server: string]: readonly PolicyProblem[] },
  locate: (problem: PolicyProblem) => ConfigProblem,
): { readonly [server: string]: readonly ConfigProblem[] } {
  const located = Object.create(null) as { [server: string]: readonly ConfigProblem[] }
  for (const [server, problems] of Object.entries(unset)) located[server] = problems.map(locate)
  return located
}

function explainShape(problem: ShapeProblem, document: Document, jsonSchema: object): readonly PolicyProblem[] {
  if (problem.unknownKeys.length > 0) {
    const allowed = allowedKeysAt(jsonSchema, problem.path)
    return problem.unknownKeys.map((key) => {
      const near = closestWord(key, allowed)
      const suggestion = near === null ? `the keys here are ${allowed.join(', ')}` : `did you mean "${near}"?`
      return { path: [...problem.path, key], message: `Unknown key "${key}".`, suggestion }
    })
  }
  const value = document.getIn(problem.path)
  const near = typeof value === 'string' ? closestWord(value, problem.expected) : null
  return [
    { path: problem.path, message: problem.message, suggestion: near === null ? null : `did you mean "${near}"?` },
  ]
}

/** Where the value stands, or its key, or the deepest part of the path that exists. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true)
    const offset = offsetOfKey(parent, path[length - 1])
    if (offset !== null) return offset
  }
  return 0
}

function offsetOfKey(parent: unknown, key: string | number | undefined): number | null {
  const items = (parent as { items?: readonly unknown[] } | null)?.items ?? []
  if (typeof key === 'number') return startOf(items[key])
  for (const pair of items as readonly { key?: unknown }[]) {
    if (typeof pair === 'object' && String((pair.key as { value?: unknown } | null)?.value) === key)
      return startOf(pair.key)
  }
  return null
}

function startOf(node: unknown): number | null {
  return (node as Node | undefined)?.range?.[0] ?? null
}

function restoreReferences(value: unknown): unknown {
  if (typeof value === 'string') return showReferences(value)
  if (Array.isArray(value)) return value.map(restoreReferences)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [showReferences(key), restoreReferences(item)]))
}

function sentence(text: string): string {
  const shown = showReferences(text)
  return /[.!?]$/.test(shown) ? shown : `${shown}.`
}

/** The keys that the published schema allows at a path, for suggestions. It checks nothing. */
interface Schema {
  readonly properties?: { readonly [key: string]: Schema }
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

function allowedKeysAt(schema: object, path: readonly (string | number)[]): readonly string[] {
  let open: readonly Schema[] = [schema as Schema]
  for (const step of path) open = open.flatMap(branches).flatMap((place) => below(place, step))
  return open.flatMap(branches).flatMap((place) => Object.keys(place.properties ?? {}))
}

function branches(schema: Schema): readonly Schema[] {
  return schema.anyOf === undefined ? [schema] : schema.anyOf
}

function below(schema: Schema, step: string | number): readonly Schema[] {
  const next = typeof step === 'number' ? schema.items : (schema.properties?.[step] ?? schema.additionalProperties)
  return typeof next === 'object' ? [next] : []
}
