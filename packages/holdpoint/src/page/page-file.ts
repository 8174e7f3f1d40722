/**
 * The inbox's files, served from memory. The same document answers for every view: the script reads the path. Nothing of a
 * hold is ever written into a document: it travels as JSON behind a key and is placed as plain text.
 */
import { existsSync, readFileSync } from 'node:fs'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { PROGRAM } from '@holdpoint/core/sentence'
import { pageDocument } from './document.ts'
import { PAGE_ICON } from './icon.ts'
import { pageManifest } from './manifest.ts'

export interface ServedFile {
  readonly body: string
  readonly headers: { readonly [name: string]: string }
}

const VIEWS = new Set(['/', '/history', '/activity', '/grants', '/feedback', '/servers', '/audit', '/health'])
const MANIFEST = '/page/manifest.webmanifest'
const JAVASCRIPT = 'text/javascript; charset=utf-8'

let files: ReadonlyMap<string, ServedFile> | null = null

/**
 * `languages`: an Accept-Language header; only what an installed page is called there depends on it. `program`: how people
 * start ours.
 */
export function pageFile(path: string, languages: string | null = null, program: string = PROGRAM): ServedFile | null {
  if (path === MANIFEST) return manifestIn(languages)
  if (isView(path)) return file(pageDocument(program), 'text/html; charset=utf-8')
  files ??= loadFiles()
  return files.get(path) ?? null
}

/** A slash at the end of a view's path is how people type it. */
function isView(path: string): boolean {
  return /^\/approvals\/[^/]+\/?$/.test(path) || VIEWS.has(path === '/' ? path : path.replace(/\/$/, ''))
}

function loadFiles(): ReadonlyMap<string, ServedFile> {
  const folder = builtFolder()
  const built = (name: string): string => readFileSync(new URL(name, folder), 'utf8')
  return new Map([
    ['/page/app.js', file(built('app.js'), JAVASCRIPT)],
    ['/page/style.css', file(built('style.css'), 'text/css; charset=utf-8')],
    ['/page/icon.svg', file(PAGE_ICON, 'image/svg+xml')],
  ])
}

/** Beside the bundle and beside the compiled modules it is the same place; from the sources it is another. */
function builtFolder(): URL {
  const places = ['../inbox/', '../../dist/inbox/'].map((place) => new URL(place, import.meta.url))
  const found = places.find((place) => existsSync(new URL('app.js', place)))
  if (found === undefined) throw new Error('The inbox is not built. Run: npm run build')
  return found
}

function manifestIn(languages: string | null): ServedFile {
  const { body, headers } = file(pageManifest(languages), 'application/manifest+json')
  return { body, headers: { ...headers, vary: 'accept-language' } }
}

function file(body: string, type: string): ServedFile {
  return {
    body,
    headers: { 'content-type': type, 'cache-control': 'no-cache', 'content-security-policy': contentSecurityPolicy },
  }
}
