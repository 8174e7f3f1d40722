// Builds the view of MCP Apps hosts: card, bridge and style in one document that loads nothing. Needs `tsc -b` before it, for
// the core and the card. The names of its tools are filled in by whoever serves it.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'

const holdpoint = join(dirname(fileURLToPath(import.meta.url)), '..')
const source = (name) => readFileSync(join(holdpoint, 'card-view', name), 'utf8')
const TARGET = ['chrome125', 'firefox128', 'safari17.5']

/** Names that only the card and its view use, in no message and no DOM: shorter ones mean the same. The tests run on the result. */
const INTERNAL =
  /^(argumentsOpen|argumentsExpanded|resultOpen|presentation|riskText|serverTitle|trustText|stateText|thumbnail|isWaiting|isOpen|isSent|isPageOnly|endsAt|takeQuestion|takeResult|openLink|callTool)$/

/** The core has no side effects: what is not used is left out. */
const pureCore = {
  name: 'pure-core',
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: /^(@holdpoint\/core$|\.\.?\/)/ }, async ({ path, importer, resolveDir, kind, pluginData }) => {
      const isCore = path === '@holdpoint/core' || /[\\/]core[\\/]dist[\\/]/.test(importer)
      if (pluginData === 'resolved' || !isCore) return undefined
      const found = await resolve(path, { importer, resolveDir, kind, pluginData: 'resolved' })
      return { ...found, sideEffects: false }
    })
  },
}

/** Changed arguments and standing answers do not travel on the view's wire: what would ask for them stays out of it. */
const LEFT_OUT = {
  'draw-fields': 'export const drawFields = () => null',
  'draw-views': 'export const drawViews = () => null',
  'draw-grant': 'export const drawGrant = () => null; export const readGrant = () => null',
  'schema-fields': 'export const schemaFields = () => []',
  'edit-draft': `export const readDraft = () => ({ ok: false, problems: new Map() }), startDraft = () => ({ fields: [] })
    export { startDraft as typeInto, startDraft as spellVisibly }`,
}

/** And the words that only those parts say. */
const UNSAID =
  /^ +(?:howLong|once|session|minutes30|hours8|always|which|same|any|times|noLimit|amount|amountOf|required|wrongNumber|wrongRange|wrongJson|unchanged): \[.*\],$/gm

const cardParts = {
  name: 'card-parts',
  setup: ({ onLoad }) => {
    onLoad({ filter: /card[\\/]dist[\\/](?:draw|edit)[\\/][\w-]+\.js$/ }, ({ path }) => {
      const contents = LEFT_OUT[/([\w-]+)\.js$/.exec(path)[1]]
      return contents === undefined ? undefined : { contents, loader: 'js' }
    })
    onLoad({ filter: /card[\\/]dist[\\/]presentation[\\/]message-table\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(UNSAID, ''),
      loader: 'js',
    }))
    // Styles are minified as styles; they hold no expressions.
    onLoad({ filter: /card[\\/]dist[\\/]style[\\/].*-style\.js$/ }, async ({ path }) => {
      const [before, style, after] = (await readFile(path, 'utf8')).split(/(?<== css) ?`([^`]*)`/)
      const { code } = await transform(style, { loader: 'css', minify: true, target: TARGET })
      return { contents: `${before}\`${code.trim().replaceAll('\\', '\\\\')}\`${after}`, loader: 'js' }
    })
  },
}

async function buildScript() {
  const { outputFiles } = await build({
    entryPoints: [join(holdpoint, 'card-view/src/main.ts')],
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    conditions: ['production'],
    target: TARGET,
    charset: 'utf8',
    mangleProps: INTERNAL,
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [pureCore, cardParts],
  })
  // In minified code only templates still hold line breaks with indentation, and there one space says the same.
  const script = outputFiles[0].text.trim().replace(/\n +/g, ' ')
  // Nothing in the script may end the element it stands in, or begin another.
  if (/<\/?script/i.test(script)) throw new Error('The script of the card names a script element.')
  return script
}

export async function buildCardView(outfile = join(holdpoint, 'dist/card-view/view.html')) {
  const { code: style } = await transform(source('style.css'), { loader: 'css', minify: true, target: TARGET })
  const parts = { '/* style */': style.trim(), '/* script */': await buildScript() }
  const document = source('view.html')
    .replace(/\s*\n\s*/g, '\n')
    .replace(/\/\* (?:style|script) \*\//g, (place) => parts[place])
  mkdirSync(dirname(outfile), { recursive: true })
  // Renamed into place: a process that reads it meanwhile gets the old file or the new one, never half of one.
  const fresh = `${outfile}.new-${process.pid}`
  writeFileSync(fresh, document)
  renameSync(fresh, outfile)
  return outfile
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCardView()
