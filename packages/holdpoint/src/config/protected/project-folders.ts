/**
 * Which project a file on this machine belongs to, by looking at the disk: the nearest repository around it; else the
 * nearest folder with a file that projects begin with (`package.json`, `go.mod`); else the folder that its server was
 * given to work in. The repository comes first, so that the packages of one are one project. Links are followed first,
 * so a file counts where it really is.
 *
 * It answers `null` rather than too much: for a folder that is the home folder or holds it (dotfiles kept in git), for
 * the system's own, for whatever is hidden inside a project (`.git/hooks` runs code, `.env` holds secrets), for
 * installed packages, and for paths that are not absolute, since only the server knows from where it reads them.
 */
import { lstatSync } from 'node:fs'
import type { ProjectFolders } from '@holdpoint/core/policy'
import { realPath } from './real-path.ts'

const ABSOLUTE = /^(?:\/|[a-z]:\/)/i
const MOST_LEVELS = 64

/** Files that stand at the top of a project and hardly anywhere else. */
const BEGINNINGS = [
  'package.json',
  'pyproject.toml',
  'go.mod',
  'Cargo.toml',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'Gemfile',
  'composer.json',
  'Makefile',
  'deno.json',
  'deno.jsonc',
] as const

export function createProjectFolders(userHome: string): ProjectFolders {
  const home = realPath(slashed(userHome))
  return {
    projectOf(path, given) {
      const written = slashed(path)
      if (!isPlainAbsolute(written)) return null
      const file = realPath(written)
      const { repository, begun } = searchAround(file)
      const found = [repository, ordinary(begun), ordinary(givenFolder(file, given))]
      const project = found.find((folder) => folder !== null && !isBroadFolder(folder, home)) ?? null
      return project === null || !isOrdinary(file.slice(project.length + 1)) ? null : project
    },
  }
}

interface Surroundings {
  readonly repository: string | null
  /** The nearest folder with a file that projects begin with. */
  readonly begun: string | null
}

/** Not the path itself: a whole project is no file in it. */
function searchAround(file: string): Surroundings {
  let folder = file
  let begun: string | null = null
  for (let level = 0; level < MOST_LEVELS; level++) {
    const cut = folder.lastIndexOf('/')
    if (cut <= 0) break
    folder = folder.slice(0, cut)
    if (isRepository(folder)) return { repository: folder, begun }
    const here = folder
    if (begun === null && BEGINNINGS.some((name) => kindOf(`${here}/${name}`) === 'file')) begun = folder
  }
  return { repository: null, begun }
}

/** Of the folders that the server was started with, the innermost around the file. */
function givenFolder(file: string, given: readonly string[]): string | null {
  let innermost: string | null = null
  for (const path of given) {
    const written = slashed(path)
    const folder = isPlainAbsolute(written) ? realPath(written).replace(/\/+$/, '') : ''
    if (!file.startsWith(`${folder}/`) || kindOf(folder) !== 'folder') continue
    if (innermost === null || folder.length > innermost.length) innermost = folder
  }
  return innermost
}

/**
 * A folder `.git` with a HEAD, or the file that a worktree or a submodule has instead; Mercurial's and Subversion's
 * with the file that each of them begins with.
 */
function isRepository(folder: string): boolean {
  const found = kindOf(`${folder}/.git`)
  return (
    found === 'file' ||
    (found === 'folder' && kindOf(`${folder}/.git/HEAD`) === 'file') ||
    kindOf(`${folder}/.hg/requires`) === 'file' ||
    kindOf(`${folder}/.svn/wc.db`) === 'file'
  )
}

function kindOf(path: string): 'file' | 'folder' | null {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false })
    return found?.isDirectory() === true ? 'folder' : found?.isFile() === true ? 'file' : null
  } catch {
    return null
  }
}

/** An installed package has a `package.json` too, and so may a folder of settings. */
function ordinary(folder: string | null): string | null {
  return folder !== null && isOrdinary(folder) ? folder : null
}

function isOrdinary(path: string): boolean {
  return path.split('/').every((segment) => !segment.startsWith('.') && segment !== 'node_modules')
}

function isPlainAbsolute(path: string): boolean {
  return ABSOLUTE.test(path) && !/[%\0]/.test(path)
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/')
}

/** `/home`, `/home/ana`, `/var/home/ana`, `/mnt/c/Users/ana`, `C:/Users`. */
const HOMES = /^(?:\/mnt\/[a-z]|\/[a-z]|[a-z]:|\/var|\/export)?\/(?:home|users)(?:\/[^/]+)?$/i
const SHARED =
  /^(?:|\/|\/root|\/var|\/var\/(?:root|tmp)|\/opt|\/srv|\/tmp|\/export|\/mnt(?:\/[a-z](?:\/temp)?)?|\/(?:media|volumes)(?:\/[^/]+)?|\/private(?:\/var|\/tmp)?|[a-z]:\/?|[a-z]:\/temp)$/i
/** Below `/usr/src` and `/usr/local/src` people do work. */
const SYSTEM =
  /^(?:\/(?:etc|usr(?!\/(?:local\/)?src\/)|bin|sbin|lib\w*|boot|dev|proc|sys|run|nix|snap|system|library|applications|private\/etc|(?:private\/)?var\/(?:lib|log|spool|cache|run|db|mail|backups))|(?:[a-z]:|\/mnt\/[a-z]|\/[a-z])\/(?:windows|program files[^/]*|programdata))(?:\/|$)/i
/** A person's `~/Library` on a Mac: keys, mail, settings. Within a drive that is kept there people do work. */
const LIBRARY = /^\/users\/[^/]+\/library(?!\/(?:cloudstorage|mobile documents)\/[^/]+\/)(?:\/|$)/i

/** @param folder absolute, with forward slashes, links followed; `home` likewise */
export function isBroadFolder(folder: string, home: string): boolean {
  if (home === folder || home.startsWith(`${folder}/`)) return true
  return HOMES.test(folder) || SHARED.test(folder) || SYSTEM.test(folder) || LIBRARY.test(folder)
}
