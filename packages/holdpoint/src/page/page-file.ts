/**
 * The inbox's files, served from memory. The same document answers for every view: the script reads the path. Nothing of a
 * hold is ever written into a document: it travels as JSON behind a key and is placed as plain text.
 */
import { existsSync, readFileSync } from 'node:fs'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { PAGE_DOCUMENT } from './document.ts'
import { PAGE_ICON } from './icon.ts'
import { PAGE_MANIFEST } from './manifest.ts'

export interface ServedFile {
  readonly body: string
  readonly headers: { readonly [name: string]: string }
}

const VIEWS = new Set(['/', '/history', '/activity', '/grants', '/feedback', '/servers', '/audit', '/health'])
const JAVASCRIPT = 'text/javascript; charset=utf-8'

let files: ReadonlyMap<string, ServedFile> | null = null

export function pageFile(path: string): ServedFile | null {
  files ??= loadFiles()
  const isView = VIEWS.has(path) || /^\/approvals\/[^/]+$/.test(path)
  return files.get(isView ? '/' : path) ?? null
}

function loadFiles(): ReadonlyMap<string, ServedFile> {
  const folder = builtFolder()
  const built = (name: string): string => readFileSync(new URL(name, folder), 'utf8')
  return new Map([
    ['/page/app.js', file(built('app.js'), JAVASCRIPT)],
    ['/page/style.css', file(built('style.css'), 'text/css; charset=utf-8')],
    ['/page/icon.svg', file(PAGE_ICON, 'image/svg+xml')],
    ['/page/manifest.webmanifest', file(PAGE_MANIFEST, 'application/manifest+json')],
    ['/', file(PAGE_DOCUMENT, 'text/html; charset=utf-8')],
  ])
}

/** Beside the bundle and beside the compiled modules it is the same place; from the sources it is another. */
function builtFolder(): URL {
  const places = ['../inbox/', '../../dist/inbox/'].map((place) => new URL(place, import.meta.url))
  const found = places.find((place) => existsSync(new URL('app.js', place)))
  if (found === undefined) throw new Error('The inbox is not built. Run: npm run build')
  return found
}

function file(body: string, type: string): ServedFile {
  return {
    body,
    headers: { 'content-type': type, 'cache-control': 'no-cache', 'content-security-policy': contentSecurityPolicy },
  }
}
