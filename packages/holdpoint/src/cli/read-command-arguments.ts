/** Reads one command's arguments by its own list of options; an unknown one is refused with what was probably meant. */
import { parseArgs } from 'node:util'
import { closestWord } from '../config/closest-word.ts'

export interface ArgumentSpec {
  /** Options with a value, without dashes. */
  readonly values: readonly string[]
  /** Options without one. `json`, `quiet` and `help` exist everywhere. */
  readonly flags: readonly string[]
  /** Names of the positional arguments; one that ends in `?` may be left out. */
  readonly positionals: readonly string[]
}

export interface ReadArguments {
  value(name: string): string | null
  flag(name: string): boolean
  readonly positionals: readonly string[]
}

export type ArgumentReading =
  | { readonly ok: true; readonly read: ReadArguments }
  | { readonly ok: false; readonly message: string }

const EVERYWHERE = ['json', 'quiet', 'help']

export function readCommandArguments(args: readonly string[], spec: ArgumentSpec): ArgumentReading {
  const flags = [...spec.flags, ...EVERYWHERE]
  const options: { [name: string]: { type: 'string' | 'boolean'; short?: string } } = {}
  for (const name of spec.values) options[name] = { type: 'string' }
  for (const name of flags) options[name] = { type: 'boolean' }
  options['help'] = { type: 'boolean', short: 'h' }
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const found = new Map<string, string | true>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const kind = Object.hasOwn(options, token.name) ? options[token.name]?.type : undefined
    if (kind === undefined) return refuse(unknownOption(token.rawName, [...spec.values, ...flags]))
    if (kind === 'boolean') {
      if (token.value !== undefined) return refuse(`--${token.name} takes no value.`)
      found.set(token.name, true)
      continue
    }
    // `--note --wait` is a forgotten value far more often than a value that begins with dashes.
    if (token.value === undefined || (!token.inlineValue && token.value.startsWith('--'))) {
      return refuse(`--${token.name} needs a value.`)
    }
    if (found.has(token.name)) return refuse(`--${token.name} is given twice.`)
    found.set(token.name, token.value)
  }
  const problem = found.has('help') ? null : checkPositionals(positionals, spec.positionals)
  if (problem !== null) return refuse(problem)
  return {
    ok: true,
    read: {
      value: (name) => {
        const value = found.get(name)
        return typeof value === 'string' ? value : null
      },
      flag: (name) => found.get(name) === true,
      positionals,
    },
  }
}

function checkPositionals(given: readonly string[], names: readonly string[]): string | null {
  const missing = names.slice(given.length).find((name) => !name.endsWith('?'))
  if (missing !== undefined) return `${missing} is missing.`
  const extra = given[names.length]
  return extra === undefined ? null : `"${extra}" is one argument too many.`
}

function unknownOption(rawName: string, names: readonly string[]): string {
  const meant = closestWord(rawName.replace(/^-+/, ''), names)
  return `There is no option ${rawName} here.${meant === null ? '' : ` Did you mean --${meant}?`}`
}

function refuse(message: string): ArgumentReading {
  return { ok: false, message }
}
