/**
 * The many ways to write one path: `~`, `$HOME`, `%APPDATA%`, `file://`, backslashes, `.` and `..`. By text alone;
 * symlinks are another file's matter. Paths come out with forward slashes, absolute.
 */
export interface PathSurroundings {
  /** Forward slashes. */
  readonly userHome: string
  readonly workingDirectory: string
  /** Names of variables that hold folders, with their values. */
  readonly variables: ReadonlyMap<string, string>
}

const VARIABLE = /\$\{(?:env:)?(\w+)[^}]*\}|\$env:(\w+)|\$(\w+)|%(\w+)(?::[^%]*)?%/gi

/** The text as an absolute path whose `..` still stands, because a symlink before it changes what it means. */
export function spellAbsolute(text: string, { userHome, workingDirectory, variables }: PathSurroundings): string {
  let path = text.replace(/^file:(?:\/\/(?:localhost(?=\/))?)?/i, '').replaceAll('\\', '/')
  path = path.replace(VARIABLE, (whole, a?: string, b?: string, c?: string, d?: string) => {
    return variables.get((a ?? b ?? c ?? d ?? '').toLowerCase()) ?? whole
  })
  if (/^\/[a-z]:\//i.test(path)) path = path.slice(1)
  // `\\?\C:\…` and `//?/C:/…` are the same file to Windows.
  path = path.replace(/^\/\/[?.]\//, '')
  if (/^~\+(?=\/|$)/.test(path)) return workingDirectory + path.slice(2)
  if (path === '~' || path.startsWith('~/')) return userHome + path.slice(1)
  const other = /^~[^/]+(?=\/|$)/.exec(path)?.[0]
  if (other !== undefined && userHome.toLowerCase().endsWith(`/${other.slice(1).toLowerCase()}`))
    return userHome + path.slice(other.length)
  return path.startsWith('/') || /^[a-z]:\//i.test(path) ? path : `${workingDirectory}/${path}`
}

/**
 * The path as a pattern: what is only known when it runs (a variable, the folder before) may be anything, and so may
 * what Windows left out of a short name (`HOLDPO~1`). `null`: it is none.
 */
export function asPattern(path: string): string | null {
  const pattern = path
    .replace(/\$\{[^}/]*\}|\$\w+|%\w+%/g, '*')
    .replace(/(^|\/)([^/~*]{1,6})~\d+(?:\.[^/]{0,3})?(?=\/|$)/g, '$1*$2*')
  return /[*?[]/.test(pattern) ? pattern : null
}

/** Removes `.`, `..` and doubled slashes by text alone. */
export function collapse(path: string): string {
  const kept: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment === '..') kept.pop()
    else kept.push(segment)
  }
  const joined = kept.join('/')
  return /^[a-z]:/i.test(joined) ? joined : `/${joined}`
}

/** Compared without case, since the file system may not care; trailing dots and spaces mean nothing on Windows. */
export function comparable(path: string): string {
  const lower = path.toLowerCase()
  if (!/[. ](?:\/|$)/.test(lower)) return lower
  return lower
    .split('/')
    .map((segment) => (/^\.+$/.test(segment) ? segment : withoutEnd(segment)))
    .join('/')
}

/** A loop, since a pattern for the end of a text is tried at each of its characters. */
function withoutEnd(segment: string): string {
  let end = segment.length
  while (end > 0 && (segment[end - 1] === '.' || segment[end - 1] === ' ')) end--
  return segment.slice(0, end)
}

/** Forward slashes, none at the end. */
export function slashed(path: string): string {
  const forward = path.replaceAll('\\', '/')
  return forward.length > 1 && forward.endsWith('/') ? forward.slice(0, -1) : forward
}
