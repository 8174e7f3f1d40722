/**
 * Whether a path lies under a folder, by its text alone and segment by segment. What could lead elsewhere is refused
 * rather than resolved: `..`, another root, a home or variable that is expanded later, an address, encoded characters,
 * names that some systems read differently. Symbolic links are the server's to follow; nothing here knows them.
 */
import { findHiddenCharacters } from '../preview/visible-text.ts'

interface PathParts {
  readonly style: 'posix' | 'windows'
  /** `/`, `c:`, or `` for a relative path. */
  readonly root: string
  readonly segments: readonly string[]
}

const LONGEST_PATH = 4096
const DRIVE = /^[A-Za-z]:(?=[/\\])/

export function isFolder(folder: string): boolean {
  const parts = readPath(folder, null)
  return parts !== null && (parts.root !== '' || parts.segments.length > 0)
}

export function isUnder(path: string, folder: string): boolean {
  const base = readPath(folder, null)
  const parts = base === null ? null : readPath(path, base.style)
  if (base === null || parts === null || parts.root !== base.root) return false
  return base.segments.every((segment, index) => segment === parts.segments[index])
}

/** `style` is the folder's: on a system where `\` is a letter, `/data\x` lies beside `/data`. */
function readPath(text: string, style: PathParts['style'] | null): PathParts | null {
  if (text === '' || text.length > LONGEST_PATH || text !== text.trim() || findHiddenCharacters(text).length > 0)
    return null
  const drive = DRIVE.exec(text)?.[0] ?? null
  const windows = drive !== null || text.includes('\\')
  if (style === 'posix' && windows) return null
  if (/^[~$%]/.test(text) || /^[/\\]{2}/.test(text) || text.includes('%') || /[\n\t]/.test(text)) return null
  const rest = drive === null ? text : text.slice(drive.length)
  if (rest.includes(':')) return null
  const root = drive?.toLowerCase() ?? (/^[/\\]/.test(rest) ? '/' : '')
  const segments = rest
    .split(windows || style === 'windows' ? /[/\\]/ : '/')
    .filter((part) => part !== '' && part !== '.')
  // `..`, and names that end in dots or blanks, which some systems cut off.
  if (segments.some((segment) => /[. ]$/.test(segment))) return null
  return { style: windows ? 'windows' : (style ?? 'posix'), root, segments }
}
