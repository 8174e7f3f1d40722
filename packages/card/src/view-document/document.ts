/**
 * The card as one HTML document, for MCP Apps hosts: built from `view/` beside this package's sources, read when the
 * first host asks for it. It holds no data of a hold: everything arrives over the host's bridge. It loads nothing,
 * from nowhere.
 */
import { existsSync, readFileSync } from 'node:fs'

/** What the view knows of the connection it stands on. */
export interface CardFacts {
  /** The names under which its tools stand. */
  readonly pending: string
  readonly status: string
  readonly decide: string
  /** Whose tools it shows, and how that server stands. */
  readonly server: string
  readonly server_trust: string
  readonly server_state: string | null
}

const FACTS_PLACE = '/* facts */'

let view: string | null = null

export function cardDocument(facts: CardFacts): string {
  view ??= readFileSync(built('view.html'), 'utf8')
  return view.replace(FACTS_PLACE, () => asScriptData(facts))
}

/** The words of the document in another language, as one text; `null`: none were built with it. */
export function cardWords(which: string): string | null {
  const words = readFileSync(built('words.txt'), 'utf8')
  return words.startsWith(`${which}\n`) ? words.slice(which.length + 1) : null
}

/** Beside these modules and beside a bundle that carries them it is the same place; from the sources it is another. */
function built(file: string): URL {
  const places = [`../view/${file}`, `../../dist/view/${file}`]
  const found = places.map((place) => new URL(place, import.meta.url)).find((place) => existsSync(place))
  if (found === undefined) throw new Error('The card is not built. Run: npm run build')
  return found
}

/** A name must not be able to end the element it stands in. */
function asScriptData(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
