/**
 * The text of a configuration with one chat in it: its connection, the place that is asked, and who may answer there. What the
 * file says already is changed where it stands and never repeated. It refuses secrets: an entry has references only.
 */
import type { ChatPlatform } from '@holdpoint/core'
import { appendInYaml, putInYaml, readYaml } from './edit-yaml.ts'
import type { YamlPath, YamlValue } from './edit-yaml.ts'

export interface ChatSetUp {
  readonly platform: ChatPlatform
  /** As it is written: settings, and where each secret is found. */
  readonly entry: { readonly [setting: string]: string | { readonly file: string } }
  /** `slack:group/C0123456` */
  readonly place: string
  /** What becomes of other places of this platform that are asked about every call. */
  readonly otherPlaces: 'keep' | 'replace'
  /** `null`: their account is mapped already. */
  readonly person: { readonly name: string; readonly identity: string } | null
}

interface Written {
  readonly people?: { readonly [person: string]: unknown }
  readonly channels?: { readonly [key: string]: unknown; readonly ask?: readonly WrittenRoute[] }
}

interface WrittenRoute {
  readonly match?: { readonly [fact: string]: unknown }
  readonly to: readonly string[]
}

const ASK = ['channels', 'ask'] as const

/** Where calls are asked about that no other route is for, as far as it is this platform; empty: nowhere. */
export function placesAskedAlways(text: string, platform: ChatPlatform): readonly string[] {
  const route = findOpenRoute(text)
  return route === null ? [] : route.to.filter((place) => isOf(platform, place))
}

/** `null`: the file is written in a way that cannot be changed in single places. */
export function withChat(text: string, setUp: ChatSetUp): string | null {
  return [withConnection, withRoute, withPerson].reduce<string | null>(
    (changed, change) => (changed === null ? null : change(changed, setUp)),
    text,
  )
}

function withConnection(text: string, { platform, entry }: ChatSetUp): string | null {
  const path = ['channels', platform]
  const before = read(text).channels?.[platform]
  if (before === undefined || before === null) return putInYaml(text, path, entry)
  return Object.entries(entry).reduce<string | null>(
    (changed, [name, value]) => (changed === null ? null : put(changed, [...path, name], value)),
    text,
  )
}

function withRoute(text: string, { platform, place, otherPlaces }: ChatSetUp): string | null {
  const route = findOpenRoute(text)
  if (route === null) {
    const added = { to: [place] }
    return read(text).channels?.ask === undefined ? putInYaml(text, ASK, [added]) : appendInYaml(text, ASK, added)
  }
  const to = [...ASK, route.index, 'to']
  if (route.to.includes(place)) return text
  if (otherPlaces === 'keep' || !route.to.some((other) => isOf(platform, other))) return appendInYaml(text, to, place)
  const first = route.to.findIndex((other) => isOf(platform, other))
  const kept = route.to.map((other, index) => (index === first ? place : other))
  const left = kept.filter((other) => other === place || !isOf(platform, other))
  return left.length === kept.length ? putInYaml(text, [...to, first], place) : putInYaml(text, to, left)
}

function withPerson(text: string, { person }: ChatSetUp): string | null {
  if (person === null) return text
  const { name, identity } = person
  const { people } = read(text)
  const path = ['people', name]
  if (people !== undefined && people !== null && Object.hasOwn(people, name))
    return appendInYaml(text, [...path, 'identities'], identity)
  return putInYaml(text, path, { identities: [identity] })
}

function put(text: string, path: YamlPath, value: YamlValue): string | null {
  const now = path.reduce<unknown>((at, key) => (at as { [key: string]: unknown } | undefined)?.[key], read(text))
  return JSON.stringify(now) === JSON.stringify(value) ? text : putInYaml(text, path, value)
}

/** The first route that fits every call: a route behind it is never reached. */
function findOpenRoute(text: string): (WrittenRoute & { readonly index: number }) | null {
  const routes = read(text).channels?.ask ?? []
  const index = routes.findIndex(({ match }) => Object.keys(match ?? {}).length === 0)
  const route = routes[index]
  return route === undefined ? null : { ...route, index }
}

function isOf(platform: ChatPlatform, place: string): boolean {
  return place.startsWith(`${platform}:`)
}

function read(text: string): Written {
  return (readYaml(text) as Written | null) ?? {}
}
