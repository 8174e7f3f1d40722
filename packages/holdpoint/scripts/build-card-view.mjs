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
const INTERNAL = new RegExp(
  `^(?:${[
    // What the parts of the card tell each other.
    'argumentsOpen|argumentsExpanded|resultOpen|presentation|invocation|sections|riskText|serverTitle|trustText|stateText',
    'thumbnail|standing|deadline|alsoAllows|amounts|lengths|grants|isWaiting|redraw|drawn|messages|panel|draft|copied|sending',
    'badge|depth|comma|original|problems|typed|changes|heading|streaming|expanded|region|claim|toolTitle|askedBy|principal',
    'inputSchema|isWhole|opensAll',
    // The words of the card that are asked for by nothing but their name.
    'argumentsToRun|expandArguments|hiddenCharacters|emptyResult|resultOf|showMore|showLess|notLoaded|notDrawn|unknownContent',
    'confirmChanges|confirmAllow|declineNow|cancelCall|allowFor|reasonHelp|howLong|minutes30|noLimit|amountOf|readFirst',
    'tooEarly|notVisible|wrongJson|unchanged|approvedBy|approvedChanges|declinedBy|cancelledBy|unknownOutcome|somebody',
    'timeLeft|timeUp|runsOn|structured|noPreview|announce|onlyOnce',
    // What the parts of the view tell each other.
    'isOpen|isSent|isPageOnly|endsAt|takeQuestion|takeResult|openLink|callTool',
  ].join('|')})$`,
)

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

/** A host's view edits arguments as JSON text, hears of no progress and cannot try again: those parts stay out of it. */
const LEFT_OUT = {
  'draw-progress': 'export const drawProgress = () => null',
  'draw-retry': 'export const drawRetry = () => null',
  'draw-fields': 'export const drawFields = () => null',
  'draw-views': 'export const drawViews = () => null',
  'schema-fields': 'export const schemaFields = () => []',
  'read-fields': 'export const readFields = () => null',
  'field-style': "export const fieldStyle = ''",
}

/** And the words that the view never says: those of the form, and of what a host does not tell it. */
const UNSAID =
  /^ +(?:hours8|always|streaming|required|wrongNumber|wrongRange|form|absent|trusted|untrusted|connecting|serverError|disconnected|claim|noClaim|askedBy|through|quorum|noPreview|retry|retryWarning|runAgain): \[[^\]]*\],$/gm

/** Nobody sets the card's own properties in a host's view: what stands behind each, the host's own variable, is all there is. */
function withoutOwnProperties(style) {
  const from = style.indexOf('var(--hp-')
  if (from < 0) return style
  let to = from + 'var('.length
  for (let depth = 1; depth > 0; to++) depth += { '(': 1, ')': -1 }[style[to]] ?? 0
  const behind = style.slice(style.indexOf(',', from) + 1, to - 1).trim()
  return withoutOwnProperties(style.slice(0, from) + behind + style.slice(to))
}

const cardParts = {
  name: 'card-parts',
  setup: ({ onLoad }) => {
    onLoad({ filter: /card[\\/]dist[\\/](?:draw|edit|style)[\\/][\w-]+\.js$/ }, ({ path }) => {
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
      const { code } = await transform(withoutOwnProperties(style), { loader: 'css', minify: true, target: TARGET })
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
