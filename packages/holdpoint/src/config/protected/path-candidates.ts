/**
 * Where in a word a path may begin and end: after a scheme (`file://host/…`), a host (`localhost:/…`), a keyword
 * (`path:/…`), an `@`; before a query, a fragment, the other half of a mount (`/here:/there`). By text alone; what it
 * leads to is not its matter.
 */
const SEPARATOR = /[:@?#!\0]/
const MOST_ENDS = 16

/** Addresses whose paths are a server's own affair, not those of this machine. */
const WEB = /^(?:https?|wss?):\/\//i

export function isWebAddress(text: string): boolean {
  return WEB.test(text)
}

/**
 * The word itself first, then what may be a path in it. Words of a web address are only looked at after its query
 * begins.
 */
export function pathsIn(word: string): readonly string[] {
  if (!SEPARATOR.test(word)) return withoutHost(word)
  const start = WEB.test(word) ? word.search(/[?#]/) : 0
  if (start < 0) return []
  const candidates = new Set(start === 0 ? withoutHost(word) : [])
  const ends: number[] = []
  for (let index = start; index < word.length; index++) {
    if (SEPARATOR.test(word[index] ?? '')) ends.push(index)
  }
  let from = start
  for (const end of [...ends, word.length]) {
    if (end > from) for (const path of withoutHost(word.slice(from, end))) candidates.add(path)
    from = end + 1
  }
  // A path may hold such characters itself.
  for (const end of [...ends.slice(0, MOST_ENDS), ...ends.slice(-MOST_ENDS)])
    for (const path of withoutHost(word.slice(end + 1))) candidates.add(path)
  return [...candidates]
}

/** `//host/path` is `/path` on that host, which may be this one; `//host/c$/path` is `c:/path`. */
function withoutHost(path: string): readonly string[] {
  const host = /^[\\/]{2}[^\\/]*(?=[\\/])/.exec(path)?.[0]
  if (host === undefined) return [path]
  const rest = path.slice(host.length)
  const drive = /^[\\/]([a-z])\$(?=[\\/]|$)/i.exec(rest)
  return drive === null ? [path, rest] : [path, rest, `${drive[1] ?? ''}:${rest.slice(drive[0].length)}`]
}

const MOUNT = /(?:^|[\s"'=,]|-v)((?:[a-z]:)?[/\\~$][^\s:"',]*):[/\\]/gi
const BIND = /\btype=bind\b[^\s]*?\b(?:source|src)=([^\s,"']+)|\b(?:source|src)=([^\s,"']+)[^\s]*?\btype=bind\b/gi

/** A line that removes, moves or opens a folder with all that is in it; the first folder after the options. */
const TAKES_AWAY =
  /\b(?:rm|rmdir|rd|mv|shred|chmod|chown|remove-item)\s+(?:-\S+\s+|[0-7]{3,4}\s+|[ugoa]*[+=-][rwxX]+\s+)*["']?([/\\~$.][^\s;|&"']*)|\bfind\s+["']?([/\\~$.][^\s;|&"']*)[^;|&]{0,400}\s-delete\b/gi

/**
 * Folders that a text hands over whole, to a container (`-v /here:/there`, `type=bind,source=/here`), or takes away
 * (`rm -rf ~`, `find .. -delete`).
 */
export function foldersHandedOver(text: string): readonly string[] {
  const found: string[] = []
  for (const match of text.matchAll(TAKES_AWAY)) {
    const folder = (match[1] ?? match[2] ?? '').replace(/(?<=.)[\\/]\*$/, '').replace(/(?<=.)[\\/]+$/, '')
    found.push(folder)
  }
  if (!text.includes(':') && !text.includes('type=bind')) return found.slice(0, MOST_ENDS)
  for (const match of text.matchAll(MOUNT)) found.push(match[1] ?? '')
  for (const match of text.matchAll(BIND)) found.push(match[1] ?? match[2] ?? '')
  return found.slice(0, MOST_ENDS)
}
