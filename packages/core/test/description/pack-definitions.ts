/**
 * The tools of public servers as they were read: names of arguments and their kinds, nothing else. `name?` may be left out; a
 * list holds its kind once; `object` and `any` hold whatever they hold.
 */
import { readdirSync, readFileSync } from 'node:fs'

export type Shape = string | readonly Shape[] | { readonly [name: string]: Shape }
export type Arguments = { readonly [name: string]: Shape }

export interface ServerDefinitions {
  readonly server: string
  readonly tools: { readonly [tool: string]: Arguments }
}

const FOLDER = new URL('./definitions/', import.meta.url)

export const DEFINITIONS: ReadonlyMap<string, readonly ServerDefinitions[]> = new Map(
  readdirSync(FOLDER).map((file) => [
    file.replace('.json', ''),
    JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as readonly ServerDefinitions[],
  ]),
)

/** The servers of the pack that have the tool, with its arguments there. */
export function serversWith(pack: string, tool: string): readonly (readonly [ServerDefinitions, Arguments])[] {
  return (DEFINITIONS.get(pack) ?? []).flatMap((server) => {
    const found = server.tools[tool]
    return found === undefined ? [] : [[server, found] as const]
  })
}

/** `required` and `optional` say whether the argument at that path must be given; `null`: there is none. */
export function argumentAt(args: Arguments, path: string): 'required' | 'optional' | null {
  let at: Shape = args
  let must = true
  for (const name of path.split('.')) {
    if (typeof at === 'string') return /\b(?:object|any)\b/.test(at) ? 'optional' : null
    if (Array.isArray(at)) return /^\d+$/.test(name) ? 'optional' : null
    const here = at as Arguments
    const found: Shape | undefined = here[name] ?? here[`${name}?`]
    if (found === undefined) return null
    must &&= Object.hasOwn(here, name)
    at = found
  }
  return must ? 'required' : 'optional'
}

export function requiredNames(args: Arguments): readonly string[] {
  return Object.keys(args).filter((name) => !name.endsWith('?'))
}

export function argumentNames(args: Arguments): readonly string[] {
  return Object.keys(args).map((name) => name.replace('?', ''))
}
