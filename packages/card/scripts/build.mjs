// Builds the card as one module for a plain <script type="module">, everything in. Needs `tsc -b` before it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'
import { minify } from 'vite'
import { filesIn } from '../../../scripts/bundled-packages.mjs'
import { asArrows, pureCore, shortClasses, shortProperties, tightTemplates } from './tight-code.mjs'
import { tightWords, wordsIn } from './tight-words.mjs'

const card = join(dirname(fileURLToPath(import.meta.url)), '..')
const ROOT = join(card, '../..')
const TARGET = ['chrome125', 'firefox128', 'safari17.5']

/**
 * Names that only the card itself uses, in no message and no DOM: shorter ones mean the same. The tests run on the
 * result.
 */
const INTERNAL = new RegExp(
  `^(?:${[
    'argumentsOpen|argumentsExpanded|resultOpen|presentation|sections|riskText|trustText|stateText|thumbnail|isWaiting',
    'standing|deadline|amounts|lengths|grants|denials|panel|draft|badge|depth|comma|original|problems|typed|heading|expanded',
    'problem|allowed|openedFrom|chosen|plain|rules|lines|parts|tone|media|about|address|change|facts|given|blocks|share|zoom',
    'redraw|drawn|watch|check|rest|long|hint|start|opensAll|isWhole|types|spelled|part|codePoint|root|step',
    'itemAt|count|whole|dataOpen|pieces|places',
  ].join('|')})$`,
)

/** A host sets words by their names, and knows no others. */
async function keepWords() {
  const words = await wordsIn(readFileSync(join(card, 'src/presentation/message-table.ts'), 'utf8'))
  const shortened = Object.keys(words).filter((name) => INTERNAL.test(name))
  if (shortened.length > 0) throw new Error(`Words of the card would lose their names: ${shortened.join(', ')}.`)
}

const CLASSES = shortClasses(
  'naming origin server-title chip trust dot risk glyph breathing progress actions source help line heading table image-text resource-name ask why entity arrow error-line standing label problem segments counter timer',
)

/** Where each text stands behind the code: each kind beside its like. */
const BEHIND = ['english', 'token', 'card', 'content', 'question', 'field', 'preset', 'chinese']

/**
 * Words and styles stand behind the code: what is alike compresses well together. Code that runs before it has come so
 * far finds them, since a function is known from the start.
 */
function textsBehind() {
  const texts = []
  const keep = (name, text) => {
    const at = BEHIND.indexOf(name)
    if (at < 0) throw new Error(`The card has no place for the text "${name}".`)
    texts[at] = text
    return `textBehind(${at})`
  }
  const plugin = {
    name: 'texts-behind',
    setup: ({ onLoad }) => {
      const load = (filter, tight) =>
        onLoad({ filter }, async ({ path }) => ({
          contents: await tight(await readFile(path, 'utf8'), path),
          loader: path.endsWith('.ts') ? 'ts' : 'js',
        }))
      load(/card[\\/](?:dist|src)[\\/]presentation[\\/]message-table\.[jt]s$/, (source) => tightWords(source, keep))
      // Styles are minified as styles; they hold no expressions.
      load(/card[\\/](?:dist|src)[\\/]style[\\/].*-style\.[jt]s$/, async (source, path) => {
        const [before, style, after] = source.split(/(?<== )css ?`([^`]*)`/)
        const { code } = await transform(style, { loader: 'css', minify: true, target: TARGET })
        return before + keep(basename(path).split('-')[0], CLASSES.inStyle(code.trim())) + after
      })
    },
  }
  const behind = () =>
    `\nfunction textBehind(at) { return ${JSON.stringify(Array.from(texts, (text) => text ?? ''))}[at] }\n`
  return { plugin, behind }
}

/**
 * Another entry may import the card and add to it, such as the bridge of an Apps view.
 * @param {{ entry?: string, outfile?: string, alias?: Record<string, string>, contains?: string[] }} [options] `alias`: other
 * modules in the place of those the card imports, where it is not the renderer of the bundles in the place of Lit's.
 * `contains`: gets the files that it consists of
 */
export async function buildCard(options = {}) {
  await keepWords()
  const outfile = options.outfile ?? join(card, 'dist/bundle/tool-card.js')
  mkdirSync(dirname(outfile), { recursive: true })
  const texts = textsBehind()
  const { outputFiles, metafile } = await build({
    metafile: true,
    absWorkingDir: ROOT,
    entryPoints: [options.entry ?? join(card, 'dist/index.js')],
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['production'],
    alias: options.alias ?? { 'lit/html.js': join(card, 'src/bundle/templates.ts') },
    target: TARGET,
    charset: 'utf8',
    mangleProps: INTERNAL,
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [pureCore, texts.plugin],
  })
  options.contains?.push(...filesIn(metafile))
  const code = shortProperties(tightTemplates(CLASSES.inTemplates(asArrows(outputFiles[0].text))) + texts.behind())
  const minified = await minify(outfile, code, { compress: { target: TARGET }, mangle: { toplevel: true } })
  if (minified.errors.length > 0) throw new Error(`The card: ${minified.errors[0].message}`)
  writeFileSync(outfile, minified.code)
  return outfile
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCard()
