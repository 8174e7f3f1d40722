/**
 * Titles of calls that stand in one list: where two calls are called the same and differ in their arguments, the first
 * argument in which they differ stands behind the title, so that nobody decides the one for the other. It masks secrets,
 * and says nothing of calls whose arguments a list does not have, or that are the same.
 */
import { describeMasked } from '../secret/describe-masked.ts'
import { maskPreview } from '../secret/mask-preview.ts'
import { clipVisible } from '../preview/clip-visible.ts'
import type { Preview, PreviewNode } from '../preview/preview.ts'

/** Of a text its beginning; a path is shortened by whoever knows the room. */
const LONGEST_TEXT = 40
/** What lies behind these hardly tells two calls apart for a reader. */
const MOST_LEAVES = 64
/** A list may be of thousands that are called the same. */
const MOST_COMPARED = 200

export function titlesApart(previews: readonly Preview[], locale: string = 'en'): readonly string[] {
  const titles = previews.map((preview) => describeMasked(preview, locale).title)
  const placesOf = new Map<string, number[]>()
  for (const [at, title] of titles.entries()) {
    const places = placesOf.get(title)
    if (places === undefined) placesOf.set(title, [at])
    else places.push(at)
  }
  const apart = [...titles]
  for (const [title, places] of placesOf) {
    if (places.length < 2) continue
    const compared = places.slice(0, MOST_COMPARED)
    const leaves = compared.map((at) => leavesOf(previews[at], locale))
    const differs = firstDifference(leaves)
    if (differs === null) continue
    for (const [index, at] of compared.entries()) {
      const value = leaves[index]?.get(differs) ?? ''
      if (value !== '') apart[at] = `${title} · ${value}`
    }
  }
  return apart
}

/** The place of the first leaf that is not the same everywhere. */
function firstDifference(leaves: readonly ReadonlyMap<string, string>[]): string | null {
  for (const one of leaves) {
    for (const [place, value] of one) {
      if (leaves.some((other) => other.size > 0 && other.get(place) !== value)) return place
    }
  }
  return null
}

function leavesOf(preview: Preview | undefined, locale: string): ReadonlyMap<string, string> {
  const leaves = new Map<string, string>()
  // A list that has no arguments has one leaf, which is no argument.
  if (preview?.arguments.kind === 'object') addLeaves(leaves, '', maskPreview(preview, { locale }).arguments)
  return leaves
}

function addLeaves(leaves: Map<string, string>, place: string, node: PreviewNode): void {
  if (leaves.size >= MOST_LEAVES) return
  switch (node.kind) {
    case 'literal':
      leaves.set(place, node.text)
      break
    case 'text':
      leaves.set(place, shortened(node.text))
      break
    case 'blob':
      leaves.set(place, clipVisible(node.sha256, LONGEST_TEXT))
      break
    case 'array':
      for (const [index, item] of node.items.entries()) addLeaves(leaves, `${place}[${index}]`, item)
      break
    case 'object':
      for (const { key, value } of node.entries) addLeaves(leaves, `${place}.${JSON.stringify(key)}`, value)
      break
  }
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return /^\S*[/\\]\S*$/.test(line) ? line : clipVisible(line, LONGEST_TEXT)
}
