/** What a person would call a server, by its command or address. It is on the way of every start, so it imports nothing. */
import type { WrapOptions } from '../cli/wrap-options.ts'

const RUNNER = /^(npx|npx\.cmd|bunx|pnpx|uvx|node|node\.exe|bun|deno|python3?|uv|docker|npm)$/
/** What scripts are called whatever they do: their package or folder tells more. */
const COMMON_SCRIPT = /^(index|main|server|cli|app|run|start|__main__)\.([mc]?[jt]s|py)$/
const COMMON_FOLDER = /^(dist|build|out|lib|src|bin|esm|cjs|node_modules|\.{0,2})$/

/** `npx -y @scope/some-server` → `some-server`; `node some-server/dist/index.js` likewise. */
export function deriveName({ upstream }: WrapOptions): string {
  if (upstream.kind === 'configured') return upstream.name
  const words = upstream.kind === 'url' ? [new URL(upstream.url).hostname] : [upstream.command, ...upstream.args]
  const telling = words.find(
    (word) => !word.startsWith('-') && !RUNNER.test(lastOf(word)) && word !== 'run' && word !== 'exec',
  )
  const name = tellingPart(telling ?? words[0] ?? 'server')
    .replace(/(?<=.)@[^@]*$/, '')
    .replace(/\.(m?js|cjs|ts|py|exe|cmd)$/, '')
  return (
    name
      .replaceAll(/[^A-Za-z0-9._-]/g, '-')
      .replace(/^[^A-Za-z0-9]+/, '')
      .slice(0, 64) || 'server'
  )
}

function tellingPart(word: string): string {
  const last = lastOf(word)
  if (!COMMON_SCRIPT.test(last)) return last
  const folders = word.split(/[/\\]/).slice(0, -1)
  return folders.findLast((folder) => !COMMON_FOLDER.test(folder)) ?? last
}

function lastOf(word: string): string {
  return word.split(/[/\\]/).at(-1) ?? word
}
