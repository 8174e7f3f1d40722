// Builds the card as one module for a plain <script type="module">, everything in. Needs `tsc -b` before it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'
import { minify } from 'vite'

const card = join(dirname(fileURLToPath(import.meta.url)), '..')
const TARGET = ['chrome125', 'firefox128', 'safari17.5']

/** Names that only the card itself uses, in no message and no DOM: shorter ones mean the same. The tests run on the result. */
const INTERNAL = new RegExp(
  `^(?:${[
    'argumentsOpen|argumentsExpanded|resultOpen|presentation|sections|riskText|trustText|stateText|thumbnail|isWaiting',
    'standing|deadline|amounts|lengths|grants|denials|panel|draft|badge|depth|comma|original|problems|typed|heading|expanded',
    'problem|choices|chosen|plain|rules|lines|parts|tone|media|about|address|change|facts|given|blocks|share|zoom',
  ].join('|')})$`,
)

/** A host sets words by their names, and knows no others. */
function keepWords() {
  const table = readFileSync(join(card, 'src/presentation/message-table.ts'), 'utf8')
  const [, words] = /const WORDS = \{\n([^]*?)\n\}/.exec(table) ?? []
  const names = [...(words ?? '').matchAll(/^  '?([\w-]+)'?: \[/gm)].map(([, name]) => name)
  if (names.length === 0) throw new Error('The words of the card are not where they were.')
  const shortened = names.filter((name) => INTERNAL.test(name))
  if (shortened.length > 0) throw new Error(`Words of the card would lose their names: ${shortened.join(', ')}.`)
}

/** Our packages have no side effects but the element's definition: what is not used is left out. */
const pureCore = {
  name: 'pure-core',
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: /^@holdpoint\/core$/ }, async ({ path, resolveDir, kind, pluginData }) => {
      if (pluginData === 'resolved') return undefined
      const found = await resolve(path, { resolveDir, kind, pluginData: 'resolved' })
      return { ...found, sideEffects: false }
    })
    onResolve({ filter: /^\.\.?\// }, async ({ path, importer, resolveDir, kind, pluginData }) => {
      if (pluginData === 'resolved' || !/[\\/]core[\\/]dist[\\/]/.test(importer)) return undefined
      const found = await resolve(path, { resolveDir, kind, pluginData: 'resolved' })
      return { ...found, sideEffects: false }
    })
  },
}

/** Styles are minified as styles; they hold no expressions. */
const tightStyles = {
  name: 'tight-styles',
  setup: ({ onLoad }) => {
    onLoad({ filter: /card[\\/](?:dist|src)[\\/]style[\\/].*-style\.[jt]s$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const [before, style, after] = source.split(/(?<== css) ?`([^`]*)`/)
      const { code } = await transform(style, { loader: 'css', minify: true, target: TARGET })
      return {
        contents: `${before}\`${code.trim().replaceAll('\\', '\\\\')}\`${after}`,
        loader: path.endsWith('.ts') ? 'ts' : 'js',
      }
    })
  },
}

/** In minified code only templates still hold line breaks with indentation, and there one space, or none in a tag, says the same. */
async function tighten(outfile) {
  const code = readFileSync(outfile, 'utf8').replace(/\n +/g, ' ').replace(/ +>/g, '>')
  const minified = await minify(outfile, code, { compress: { target: TARGET }, mangle: { toplevel: true } })
  if (minified.errors.length > 0) throw new Error(`The card: ${minified.errors[0].message}`)
  writeFileSync(outfile, minified.code)
}

/**
 * Another entry may import the card and add to it, such as the bridge of an Apps view.
 * @param {{ entry?: string, outfile?: string, format?: 'esm' | 'iife', alias?: Record<string, string> }} [options] with `alias`,
 * other modules in the place of those the card imports
 */
export async function buildCard(options = {}) {
  keepWords()
  const outfile = options.outfile ?? join(card, 'dist/bundle/tool-card.js')
  mkdirSync(dirname(outfile), { recursive: true })
  await build({
    entryPoints: [options.entry ?? join(card, 'dist/index.js')],
    outfile,
    bundle: true,
    minify: true,
    format: options.format ?? 'esm',
    platform: 'browser',
    conditions: ['production'],
    alias: options.alias ?? {},
    target: TARGET,
    charset: 'utf8',
    mangleProps: INTERNAL,
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [pureCore, tightStyles],
  })
  await tighten(outfile)
  return outfile
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCard()
