/**
 * Which project a file on this machine belongs to: the nearest repository around it, by looking at the disk. Links are
 * followed first, so a file counts where it really is.
 *
 * It answers `null` rather than too much: for a repository that is the home folder or holds it (dotfiles kept in git), for
 * whatever is hidden inside one (`.git/hooks` runs code, `.env` holds secrets), for installed packages, and for paths that
 * are not absolute, since only the server knows from where it reads them.
 */
import { lstatSync } from 'node:fs'
import type { ProjectFolders } from '@holdpoint/core/policy'
import { realPath } from './real-path.ts'

const ABSOLUTE = /^(?:\/|[a-z]:\/)/i
const MOST_LEVELS = 64

export function createProjectFolders(userHome: string): ProjectFolders {
  const home = realPath(slashed(userHome))
  return {
    projectOf(path) {
      const written = slashed(path)
      if (!ABSOLUTE.test(written) || /[%\0]/.test(written)) return null
      const file = realPath(written)
      const project = nearestRepository(file)
      if (project === null || isWithin(home, project)) return null
      const inside = file.slice(project.length + 1).split('/')
      return inside.some((segment) => segment.startsWith('.') || segment === 'node_modules') ? null : project
    },
  }
}

/** Not the path itself: a whole repository is no file in it. */
function nearestRepository(file: string): string | null {
  let folder = file
  for (let level = 0; level < MOST_LEVELS; level++) {
    const cut = folder.lastIndexOf('/')
    if (cut <= 0) return null
    folder = folder.slice(0, cut)
    if (isRepository(folder)) return folder
  }
  return null
}

/** A folder `.git` with a HEAD, or the file that a worktree or a submodule has instead. */
function isRepository(folder: string): boolean {
  const found = kindOf(`${folder}/.git`)
  return found === 'file' || (found === 'folder' && kindOf(`${folder}/.git/HEAD`) === 'file')
}

function kindOf(path: string): 'file' | 'folder' | null {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false })
    return found?.isDirectory() === true ? 'folder' : found?.isFile() === true ? 'file' : null
  } catch {
    return null
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/')
}
