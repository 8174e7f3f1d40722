/**
 * Where a path really leads: symlinks followed as far as the path exists, dangling ones included. Reads, never writes.
 */
import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs'

const MOST_LINKS = 40

/** `path` is absolute, with forward slashes; `..` is taken where the links before it lead. */
export function realPath(path: string): string {
  return (path.includes('/..') ? null : quickly(path)) ?? follow(path, MOST_LINKS)
}

/** The common cases in one or two questions to the system: the file exists, or its folder does. */
function quickly(path: string): string | null {
  try {
    if (existsSync(path)) return slashed(realpathSync.native(path))
    const cut = path.lastIndexOf('/')
    const folder = path.slice(0, cut)
    // A link that leads nowhere yet counts as missing, and is where a file would be made.
    if (cut <= 0 || linkTarget(path) !== 'missing' || !existsSync(folder)) return null
    return `${slashed(realpathSync.native(folder))}${path.slice(cut)}`
  } catch {
    return null
  }
}

function follow(path: string, linksLeft: number): string {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
  let reached = /^[a-z]:$/i.test(segments[0] ?? '') ? `${segments.shift() ?? ''}/` : '/'
  let exists = true
  for (const [index, segment] of segments.entries()) {
    if (segment === '..') {
      reached = parentOf(reached)
      exists = true
      continue
    }
    const next = reached.endsWith('/') ? reached + segment : `${reached}/${segment}`
    const target = exists ? linkTarget(next) : null
    if (target === 'missing') exists = false
    if (target === null || target === 'missing') {
      reached = next
      continue
    }
    if (linksLeft <= 0) return next
    const onward = /^(?:\/|[a-z]:\/)/i.test(target.to) ? target.to : `${reached}/${target.to}`
    return follow([onward, ...segments.slice(index + 1)].join('/'), linksLeft - 1)
  }
  return reached
}

function linkTarget(path: string): { readonly to: string } | 'missing' | null {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found === undefined) return 'missing'
    return found.isSymbolicLink() ? { to: slashed(readlinkSync(path)) } : null
  } catch {
    return 'missing'
  }
}

function parentOf(path: string): string {
  const cut = path.lastIndexOf('/')
  return cut <= 0 ? '/' : path.slice(0, cut)
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\/\/[?.]\//, '')
}
