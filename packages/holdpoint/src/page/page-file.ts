/**
 * The page's files, served from memory. The same document answers for the list and for one hold: the script reads the
 * path. Nothing of a hold is ever written into a document: it travels as JSON behind a key and is placed as plain text.
 */
import { contentSecurityPolicy } from './content-security-policy.ts'
import { PAGE_DOCUMENT } from './document.ts'
import { PAGE_ICON } from './icon.ts'
import { PAGE_SCRIPT } from './script/script.ts'
import { PAGE_STYLE } from './style.ts'

export interface ServedFile {
  readonly body: string
  readonly headers: { readonly [name: string]: string }
}

const FILES: { readonly [path: string]: ServedFile } = {
  '/page/app.js': file(PAGE_SCRIPT, 'text/javascript; charset=utf-8'),
  '/page/style.css': file(PAGE_STYLE, 'text/css; charset=utf-8'),
  '/page/icon.svg': file(PAGE_ICON, 'image/svg+xml'),
  '/': file(PAGE_DOCUMENT, 'text/html; charset=utf-8'),
}

export function pageFile(path: string): ServedFile | null {
  const known = /^\/approvals\/[^/]+$/.test(path) ? '/' : path
  return Object.hasOwn(FILES, known) ? (FILES[known] ?? null) : null
}

function file(body: string, type: string): ServedFile {
  return {
    body,
    headers: { 'content-type': type, 'cache-control': 'no-cache', 'content-security-policy': contentSecurityPolicy },
  }
}
