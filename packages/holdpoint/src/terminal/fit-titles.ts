/**
 * Shortens titles of calls for a column, so that they are still told apart: the folders of a path go first and its end
 * stays, and titles that would look the same show where they differ. What was cut shows as an ellipsis. It expects
 * text whose hidden characters are visible already, and cuts none of their marks in two.
 */
import { graphemesOf } from './graphemes.ts'
import { textWidth } from './text-width.ts'

/** Two folders at least, as in `/data/notes/a.txt`, `C:\data\a.txt` or an address. */
const PATH = /(?:[A-Za-z]:|[\w.+-]+:\/)?(?:[^\s"'(),:;⟦⟧/\\]*[/\\]+){2,}[^\s"'(),:;⟦⟧/\\]*/gu
const MARK = /⟦U\+[0-9A-F]{4,6}⟧/gu
const CUT = '…'
/** Of what stands before a difference, so that it can be read. */
const SEEN_BEFORE = 6
/** A list may be of thousands that are alike. */
const MOST_COMPARED = 50

export function fitTitles(titles: readonly string[], width: number): readonly string[] {
  const fitted = titles.map((title) => fitTitle(title, width))
  const looksOf = new Map<string, Set<string>>()
  for (const [index, text] of fitted.entries())
    looksOf.set(text, (looksOf.get(text) ?? new Set()).add(titles[index] ?? ''))
  return fitted.map((text, index) => {
    const title = titles[index] ?? ''
    const alike = [...(looksOf.get(text) ?? [])].filter((other) => other !== title).slice(0, MOST_COMPARED)
    return alike.length === 0 ? text : showDifference(title, alike, width)
  })
}

/** The beginning, then from shortly before the place where it differs from the one it has most in common with. */
function showDifference(title: string, alike: readonly string[], width: number): string {
  const pieces = piecesOf(title)
  const common = Math.max(...alike.map((other) => countCommon(pieces, piecesOf(other))))
  const head = take(pieces, Math.floor(width / 3))
  const rest = pieces.slice(Math.max(head.length, common - SEEN_BEFORE))
  const left = width - widthOf(head) - 1
  const tail = left < 1 ? '' : widthOf(rest) <= left ? rest.join('') : cutEnd(rest, left)
  return `${head.join('')}${CUT}${tail}`
}

function countCommon(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((piece, index) => piece !== other[index])
  return differs < 0 ? one.length : differs
}

export function fitTitle(title: string, width: number): string {
  const text = withoutFolders(title, width)
  if (textWidth(text) <= width) return text
  const end = endOfFirstPath(text)
  if (end === null || textWidth(text.slice(0, end)) < width) return cutEnd(piecesOf(text), width)
  // The words before it give way to the end of the path.
  const name = piecesOf(text.slice(Math.max(text.lastIndexOf('/', end - 1), text.lastIndexOf('\\', end - 1)), end))
  return cutMiddle(
    piecesOf(text.slice(0, end)),
    width,
    Math.min(widthOf(name), width - 1 - Math.min(12, Math.floor(width / 3))),
  )
}

/** Takes folders from the beginning of the longest path, until it fits or none has any left. */
function withoutFolders(title: string, width: number): string {
  let text = title
  while (textWidth(text) > width) {
    const paths = [...text.matchAll(PATH)].map(([path]) => path)
    const longest = paths.reduce((long, path) => (path.length > long.length ? path : long), '')
    const shorter = withoutFirstFolder(longest)
    if (shorter === longest) return text
    text = text.replace(longest, () => shorter)
  }
  return text
}

/** The host of an address stays: it tells as much as the end. */
function withoutFirstFolder(path: string): string {
  const [host] = /^[\w.+-]+:\/\/[^/]+\//.exec(path) ?? ['']
  const rest = path.slice(host.length).replace(/^(?:…|[A-Za-z]:)?[/\\]/u, '')
  const folder = rest.search(/[/\\]/)
  return folder < 0 ? path : `${host}${CUT}${rest.slice(folder)}`
}

function endOfFirstPath(text: string): number | null {
  const first = /(?:[^\s"'(),:;⟦⟧/\\]*[/\\])+[^\s"'(),:;⟦⟧/\\]+/u.exec(text)
  return first === null ? null : first.index + first[0].length
}

function cutEnd(pieces: readonly string[], width: number): string {
  return `${take(pieces, width - 1).join('')}${CUT}`
}

/** `atEnd`: so many cells of the end are kept. */
function cutMiddle(pieces: readonly string[], width: number, atEnd: number): string {
  if (widthOf(pieces) <= width) return pieces.join('')
  const end = take(pieces.toReversed(), atEnd).toReversed()
  return `${take(pieces, width - 1 - widthOf(end)).join('')}${CUT}${end.join('')}`
}

/** As many from the beginning as fit. */
function take(pieces: readonly string[], width: number): readonly string[] {
  const taken: string[] = []
  let left = width
  for (const piece of pieces) {
    left -= textWidth(piece)
    if (left < 0) break
    taken.push(piece)
  }
  return taken
}

function widthOf(pieces: readonly string[]): number {
  return pieces.reduce((sum, piece) => sum + textWidth(piece), 0)
}

/** Characters as people count them; a mark is one of them. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = []
  let from = 0
  for (const mark of text.matchAll(MARK)) {
    pieces.push(...graphemesOf(text.slice(from, mark.index)), mark[0])
    from = mark.index + mark[0].length
  }
  return [...pieces, ...graphemesOf(text.slice(from))]
}
