/**
 * Whether other accounts may change the configuration: they would decide what is held. It looks at the file, where it
 * really stands, and at each folder on the way there, since an account that may write to a folder may put another file
 * in its place. It changes nothing: the folder may be shared on purpose, and the file is the person's.
 */
import { lstatSync, realpathSync, statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { dirname } from 'node:path'

const GROUP = 0o020
const WORLD = 0o002
const STICKY = 0o1000

/** One sentence for each file or folder that others may write to. Windows keeps no such modes. */
export function othersMayWrite(file: string): readonly string[] {
  const self = process.getuid?.()
  if (process.platform === 'win32' || self === undefined) return []
  const warnings: string[] = []
  for (const path of waysTo(file)) {
    const status = statusOf(path)
    if (status === null) continue
    const who = writersOf(status, self)
    if (who === null) continue
    const closing = status.isDirectory() ? `chmod go-w ${path}` : `chmod 600 ${path}`
    warnings.push(`${who} can write to ${path}, and so decide what is held. Close it: ${closing}`)
  }
  return warnings
}

/** The file as named and as it is, each with its folders. */
function waysTo(file: string): ReadonlySet<string> {
  const paths = new Set<string>()
  for (const start of [file, realPathOf(file)]) {
    for (let path = start; !paths.has(path); path = dirname(path)) paths.add(path)
  }
  return paths
}

function writersOf(status: Stats, self: number): string | null {
  // A link's own mode means nothing; what it leads to is looked at by itself.
  if (status.isSymbolicLink()) return null
  // In a folder like /tmp no account can replace another's file.
  const replaceable = !status.isDirectory() || (status.mode & STICKY) === 0
  if (replaceable && (status.mode & WORLD) !== 0) return 'Everybody'
  if (replaceable && (status.mode & GROUP) !== 0) return 'Its group'
  return status.uid !== self && status.uid !== 0 ? 'Another account owns and' : null
}

function statusOf(path: string): Stats | null {
  try {
    const status = lstatSync(path)
    return status.isSymbolicLink() ? status : statSync(path)
  } catch {
    return null
  }
}

function realPathOf(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}
