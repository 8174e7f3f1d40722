/**
 * Shortens titles of calls for a column, so that they are still told apart: the folders of a path go first and its end
 * stays, a name is cut before its end or left out whole, a bracket that was opened is closed or left out, and titles that
 * would look the same show where they differ. What was cut shows as an ellipsis. It expects text whose hidden characters
 * are visible already, and cuts none of their marks in two.
 */
import { closeBrackets } from '@holdpoint/core'
import { graphemesOf } from './graphemes.ts'
import { fitText, textWidth } from './text-width.ts'

/** Ends a name: blanks, quotes, brackets and what separates. */
const ENDS = String.raw`\s"'(),:;⟦⟧（）「」《》“”[\]{}`
const FOLDER = String.raw`[^${ENDS}/\\]*[/\\]`
/** Two folders at least, as in `/data/notes/a.txt`, `C:\data\a.txt` or an address. */
const PATH = new RegExp(String.raw`(?:[A-Za-z]:|[\w.+-]+:\/)?(?:${FOLDER}+){2,}[^${ENDS}/\\]*`, 'gu')
/** What its end tells most of: a path, and a file without one. */
const NAME = new RegExp(String.raw`(?:${FOLDER})+[^${ENDS}/\\]+|[^${ENDS}]+\.[\p{L}\d]{1,8}(?![^${ENDS}])`, 'gu')
const MARK = /⟦U\+[0-9A-F]{4,6}⟧/gu
const CUT = '…'
/** Of what stands before a difference, so that it can be read. */
const SEEN_BEFORE = 6
/** A list may be of thousands that are alike. */
const MOST_COMPARED = 50
/** Of a name, so that it still says what it is; and of the words before it. */
const LEAST_NAME = 10
const LEAST_WORDS = 12

/** What is kept whole or left out: one character as people count them, a mark, or a name. */
interface Piece {
  readonly text: string
  readonly width: number
  readonly isName: boolean
}

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
  const pieces = lettersOf(title)
  const common = Math.max(...alike.map((other) => countCommon(pieces, lettersOf(other))))
  const head = take(pieces, Math.floor(width / 3))
  const rest = pieces.slice(Math.max(head.length, common - SEEN_BEFORE))
  const shown = (room: number): string => {
    const left = room - widthOf(head) - 1
    const cut = `${textOf(head)}${CUT}${left < 1 ? '' : cutEnd(rest, left)}`
    return closeBrackets(cut)
  }
  const rooms = [width, width - 1, width - 2, width - 3]
  return rooms.map(shown).find((text) => textWidth(text) <= width) ?? fitText(title, width)
}

function countCommon(one: readonly Piece[], other: readonly Piece[]): number {
  const differs = one.findIndex(({ text }, index) => text !== other[index]?.text)
  return differs < 0 ? one.length : differs
}

export function fitTitle(title: string, width: number): string {
  const text = withoutFolders(title, width)
  if (textWidth(text) <= width) return text
  const pieces = piecesOf(text)
  const end = pieces.findLastIndex(({ isName }) => isName) + 1
  if (end === 0) return cutEnd(pieces, width)
  // What stands behind the last name goes first.
  const room = end === pieces.length ? width : width - 1 - textWidth(leftOpen(textOf(pieces.slice(0, end))))
  const short = withShortNames(pieces.slice(0, end), room, Math.floor(width / 2))
  if (widthOf(short) <= room) return cutEnd([...short, ...pieces.slice(end)], width)
  const first = short.findIndex(({ isName }) => isName)
  const [before, name] = [short.slice(0, first), short[first]?.text ?? '']
  const cut = cutEnd([...short, ...pieces.slice(end)], width)
  return cut.includes(name) ? cut : cutBefore(before, name, width)
}

/** The words before a name give way to its end, and so does a bracket among them that ends before it. */
function cutBefore(before: readonly Piece[], name: string, width: number): string {
  const bare = lettersOf(name.replace(/^…/u, '')).toReversed()
  const atEnd = Math.min(widthOf(bare), width - 1 - Math.min(LEAST_WORDS, Math.floor(width / 3)))
  const end = textOf(take(bare, atEnd).toReversed())
  const openAtName = leftOpen(textOf(before))
  for (let count = take(before, width - 1 - atEnd).length; count > 0; count--) {
    const start = textOf(before.slice(0, count))
    const open = leftOpen(start)
    const cut = `${start}${CUT}${end}${open}`
    if (openAtName.endsWith(open) && textWidth(cut) <= width) return cut
  }
  return `${CUT}${end}`
}

/** What would close the brackets that are open at its end. */
function leftOpen(text: string): string {
  return closeBrackets(text + CUT).slice(text.length + CUT.length)
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

/** The widest names give way first, each down to its last part, and where that is long to an end of it. */
function withShortNames(pieces: readonly Piece[], width: number, longest: number): readonly Piece[] {
  const short = [...pieces]
  const leastOf = ({ text }: Piece): number => {
    const last = textWidth(text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\'))).replace(/^…/u, ''))
    return last + 1 <= longest ? Math.max(LEAST_NAME, last + 1) : LEAST_NAME
  }
  for (let excess = widthOf(short) - width; excess > 0; excess = widthOf(short) - width) {
    const spare = short.map((piece) => (piece.isName ? piece.width - leastOf(piece) : 0))
    const most = Math.max(0, ...spare)
    if (most === 0) break
    const second = Math.max(0, ...spare.filter((each) => each < most))
    const at = spare.indexOf(most)
    const text = endOf(short[at]?.text ?? '', (short[at]?.width ?? 0) - Math.max(1, Math.min(excess, most - second)))
    short[at] = { text, width: textWidth(text), isName: true }
  }
  return short
}

/** The end, in so many cells at most, behind an ellipsis where something is missing. */
function endOf(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  return width < 1 ? '' : `${CUT}${textOf(take(lettersOf(text).toReversed(), width - 1).toReversed())}`
}

/** A name is left out rather than cut, and what was opened is closed, or left out where nothing is left in it. */
function cutEnd(pieces: readonly Piece[], width: number): string {
  if (widthOf(pieces) <= width) return textOf(pieces)
  for (let count = take(pieces, width - 1).length; count > 0; count--) {
    const kept = textOf(pieces.slice(0, count)).replace(/[\s([{（「《“]+$/u, '')
    const cut = closeBrackets(`${kept}${CUT}`)
    if (textWidth(cut) <= width) return cut
  }
  return width < 1 ? '' : CUT
}

/** As many from the beginning as fit. */
function take(pieces: readonly Piece[], width: number): readonly Piece[] {
  let left = width
  const end = pieces.findIndex((piece) => (left -= piece.width) < 0)
  return end < 0 ? pieces : pieces.slice(0, end)
}

function widthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { width }) => sum + width, 0)
}

function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('')
}

function piecesOf(text: string): readonly Piece[] {
  return splitAt(text, NAME, (name) => [{ text: name, width: textWidth(name), isName: true }], lettersOf)
}

/** Characters as people count them; a mark is one of them. */
function lettersOf(text: string): readonly Piece[] {
  const piece = (letter: string): Piece => ({ text: letter, width: textWidth(letter), isName: false })
  return splitAt(
    text,
    MARK,
    (mark) => [piece(mark)],
    (rest) => [...graphemesOf(rest)].map(piece),
  )
}

function splitAt(
  text: string,
  pattern: RegExp,
  found: (text: string) => readonly Piece[],
  between: (text: string) => readonly Piece[],
): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of text.matchAll(pattern)) {
    pieces.push(...between(text.slice(from, match.index)), ...found(match[0]))
    from = match.index + match[0].length
  }
  return [...pieces, ...between(text.slice(from))]
}
