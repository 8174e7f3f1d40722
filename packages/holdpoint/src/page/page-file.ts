/**
 * The inbox's files, served from memory. The same document answers for every view: the script reads the path. Nothing
 * of a hold is ever written into a document: it travels as JSON behind a key and is placed as plain text.
 */
import { existsSync, readFileSync } from 'node:fs'
import { PROGRAM } from '@holdpoint/core/sentence'
import { otherLanguage } from '@holdpoint/core'

export interface ServedFile {
  readonly body: string
  readonly headers: { readonly [name: string]: string }
}

const VIEWS = new Set([
  '/',
  '/history',
  '/activity',
  '/grants',
  '/feedback',
  '/servers',
  '/channels',
  '/audit',
  '/health',
  '/settings',
])
const MANIFEST = '/page/manifest.webmanifest'
const JAVASCRIPT = 'text/javascript; charset=utf-8'

let files: ReadonlyMap<string, ServedFile> | null = null

/**
 * `languages`: an Accept-Language header; only what an installed page is called there depends on it. `program`: how
 * people start ours.
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

/**
 * What the inbox may load and who may frame it: its own files, its own API and data that came with a result; no page
 * may frame it. Strings never become code, and become markup only through the one policy by which Lit reads its own
 * static templates.
 */
const contentSecurityPolicy: string = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  'media-src data:',
  "manifest-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ')

/** A hand raised to a bar: stop here until a person signs. */
const PAGE_ICON: string =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1f5f57"/>' +
  '<path d="M10 8v16M22 8v16M10 16h12" stroke="#fff" stroke-width="3.4" stroke-linecap="round" fill="none"/></svg>\n'

/** `languages`: an Accept-Language header, or none. */
export function pageManifest(languages: string | null): string {
  const other = otherLanguage(preferred(languages ?? ''))
  return JSON.stringify({
    name: 'Holdpoint',
    short_name: 'Holdpoint',
    description: other === null ? 'What agents want to do, and your word on it' : '智能体想做的事，由您决定',
    lang: other ?? 'en',
    start_url: '/',
    display: 'standalone',
    background_color: '#f4f5f1',
    theme_color: '#1f5f57',
    icons: [{ src: '/page/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
  })
}

/** The one of the greatest weight, the first of several; `''` where none is named. */
function preferred(languages: string): string {
  let best = { tag: '', weight: 0 }
  for (const part of languages.split(',')) {
    const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const said = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = said === undefined ? 1 : Number(said.slice(2))
    if (weight > best.weight) best = { tag, weight }
  }
  return best.tag
}

/**
 * The one HTML document. It holds no data but how people start the program; without the script it says what to do
 * instead, in every language there is.
 */
function pageDocument(program: string): string {
  const command = escaped(program)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f4f5f1">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#111614">
<meta name="robots" content="noindex">
<meta name="holdpoint-program" content="${command}">
<title>Holdpoint</title>
<link rel="icon" href="/page/icon.svg">
<link rel="manifest" href="/page/manifest.webmanifest">
<link rel="stylesheet" href="/page/style.css">
<script type="module" src="/page/app.js"></script>
</head>
<body>
<holdpoint-inbox><noscript>
<p class="empty">This page needs its script. Without it, decide in a terminal: <code>${command} list</code></p>
<p class="empty" lang="zh-CN">本页需要运行脚本。没有脚本时，请在终端中决定：<code>${command} list</code></p>
</noscript></holdpoint-inbox>
</body>
</html>
`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
