// Builds the view of MCP Apps hosts: card, bridge and style in one document that loads nothing, and beside it its
// Chinese words, which the gateway tells it where the host speaks Chinese: so the document stays small. Needs `tsc -b`
// before it, for the core and the card. The process that serves it fills in the names of its tools.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'
import { minify } from 'vite'
import { filesIn } from '../../../scripts/bundled-packages.mjs'
import { asArrows, pureCore, shortClasses, shortProperties, tightTemplates } from './tight-code.mjs'
import { replaced } from './tight-words.mjs'
import { tightStyle } from './view-style.mjs'
import { tightWords } from './view-words.mjs'

const home = join(dirname(fileURLToPath(import.meta.url)), '..')
const card = join(home, 'dist')
const source = (name) => readFileSync(join(home, 'view', name), 'utf8')
const ROOT = join(home, '../..')
const TARGET = ['chrome125', 'firefox128', 'safari17.5']

/**
 * Names that only the card and its view use, in no message and no DOM: shorter ones mean the same. The tests run on the
 * result.
 */
const INTERNAL = new RegExp(
  `^(?:${[
    // What the parts of the card tell each other.
    'argumentsOpen|argumentsExpanded|resultOpen|presentation|invocation|sections|riskText|serverTitle|trustText',
    'stateText|thumbnail|standing|deadline|openedFrom|amounts|lengths|grants|denials|isWaiting|redraw|drawn|messages',
    'panel|draft|copied|sending|badge|depth|comma|original|problems|typed|changes|heading|streaming|expanded|region',
    'claim|toolTitle|askedBy|inputSchema|isWhole|opensAll|chosen|plain|rules|allowed|problem|raw|trust|share',
    'media|about|tone|facts|given|lines|change|zoom|parts|blocks|head|address|hint|watch|check|start|rest|long|view',
    'read|copy|icon|retry|structured|required|help|types|spelled|part|codePoint|root|step|notice',
    'itemAt|count|whole|dataOpen|pieces|places',
    // What the parts of the view tell each other.
    'isOpen|isSent|runs|isPageOnly|endsAt|takeQuestion|takeResult|openLink|callTool|hear|tell|ask|ended|press|show|look|draw|speak|input',
    'question|strings',
  ].join('|')})$`,
)

/**
 * Parts that a host's view leaves out: how far a call is, what the agent claims, how many approvals there are, whether
 * it may run again. Each with what replaces it.
 */
const LEFT_OUT = [
  // A host's card shows a long difference from its beginning; the page folds it.
  ['draw-arguments', /\.filter\(\(\{ far \}\) => !far\)/, ''],
  ['present-card', /progress: presentProgress\(invocation\),/, ''],
  ['draw-actions', / +case 'retry':\n/, ''],
  ['question-section', /audience === 'end-user' \? null : claimOf\(hold, messages\)/, 'null'],
  ['question-section', /quorum: .*/, ''],
  ['question-section', /described\?\.consequence === 'irreversible'/, 'preview.irreversible'],
  // A question comes with its preview, and the gateway tells what can be answered.
  ['question-section', /preview === undefined \? null : describeCall/, 'describeCall'],
  ['question-section', /described === null \? null : /, ''],
  ['question-section', /described\?\.facts\.risk \?\? readRisk\(hold\.risk\)/, 'preview.risk'],
  ['question-section', /described\?\.title \?\? hold\.summary \?\? oneLine\(invocation\.tool\)/, 'described.title'],
  ['question-section', /described\?\.reasons/, 'described.reasons'],
  ['question-section', /described\?\.warnings \?\? hold\.warnings \?\? \[\]/, 'described.warnings'],
  ['question-section', /preview === undefined \|\| isLong/, 'isLong'],
  ['question-section', / \?\? ALL\b/, ''],
  ['question-section', / \?\? STANDING_LENGTHS/, ''],
  ['question-section', /preview === undefined \|\| grantable === false \? \[\] : covered/, 'covered'],
  ['question-section', /covered = \[\] \}/, 'covered }'],
  ['question-section', /hold\.editable !== false/, 'hold.editable'],
  ['question-section', /described\?\.facts \?\? factsOf\(hold\)/, 'described.facts'],
  ['question-section', /showFor\(hold\)/, 'checked'],
  ['question-section', /\) \?\? \[\s+\{ name: 'once'[^]*?\]/, ')'],
  // The gateway tells a card neither: it runs itself what a host's card asks about, and a host knows where its call is from.
  ['question-section', /const requester = .*\n/, ''],
  ['question-section', /requester === null\s+\? /, ''],
  ['question-section', /\s+: \{ label: messages\.runsIn,.*\},/, ','],
  ['question-section', /\{ label: messages\.comesFrom.*\n/, ''],
  // The view gives it a moment.
  ['question-section', /Number\.isNaN\(.*\) \? null : /, ''],
  ['question-section', /deadline !== null && /, ''],
  ['draw-actions', /question\.deadline === null \|\| /, ''],
  // The words of a host allow nothing for longer than half an hour.
  ['draw-grant', /\[WORKING_DAY_MS\]: messages\.hours8,\s+always: messages\.always,/, ''],
  ['draw-grant', /lengths\.includes\('always'\) \? MOST_MINUTES : /, ''],
  ['read-grant', /lasting === 'session' \|\| lasting === 'always'/, "lasting === 'session'"],
  // The view itself says what failed, and has no way to run it again.
  ['draw-outcome', /\$\{error\.retry === 'never' \? nothing : drawRetry\(error\.retry, view\)\}/, ''],
  ['present-card', /const \{ code, retry \} = .*\n/, ''],
  ['present-card', /\(code \? .* : ''\) \+ \((.*)\),\n\s+retry: .*\n/, 'text || messages.failed,'],
  // The view gives the arguments of a question as their text.
  ['arguments-section', /hold\?\.edit\?\.approved \?\? hold\?\.arguments \?\? /, ''],
  ['draw-question', /\$\{claim === null\s+\? nothing\s+: html `[^`]*`\}/, ''],
  ['draw-actions', /\$\{question\.quorum === null \? nothing : html `[^`]*`\}/, ''],
  ['draw-actions', /'button confirm' : 'button confirm-scope'/, "'confirm' : ''"],
  ['tool-card', /retry: \(asked\) => this\.#retry\(asked\),/, ''],
  // A frame is as high as its document, so the answers never lie over anything.
  [
    'tool-card',
    /clearInterval\(this\.#sighting\);\s+if \(entries\.some\(\(entry\) => entry\.isIntersecting\)\)\s+this\.#look\(end\);/,
    'if (entries.some((entry) => entry.isIntersecting)) this.#change({ read: true });',
  ],
  ['tool-card', /clearInterval\(this\.#sighting\);/, ''],
  ['tool-card', / {4}#look\(end\) \{[^]*?\n {4}\}\n/, ''],
  ['tool-card', / {4}#sighting;\n/, ''],
  // What only other pages set on the element.
  ['tool-card', /opensAll: this\.opens !== 'web',/, ''],
  ['tool-card', /, 'notice', 'opens'\]/, ", 'notice']"],
  ['tool-card', /'audience', /, ''],
  ['tool-card', / {4}audience: null,\n/, ''],
  ['tool-card', / {4}opens: null,\n/, ''],
  ['draw-result', /href === null && !view\.opensAll/, 'false'],
  ['tool-card', /const audience = .*\n/, ''],
  ['tool-card', /\{ audience, messages \}/, '{ messages }'],
  ['present-card', /options\.audience \?\? 'approver', /, ''],
  ['question-section', /now, audience, messages/, 'now, messages'],
  // Nobody around it hears what is copied, or waits until all is drawn.
  ['tool-card', /#copy\(what, text\) \{\n\s+if .*\n\s+return;/, '#copy(what, text) {'],
  ['tool-card', /const goesOn = .*\n\s+if \(goesOn && /, 'if ('],
  ['drawn-element', /updateComplete = Promise\.resolve\(\);/, ''],
  ['drawn-element', /this\.updateComplete = /, ''],
  ['drawn-element', / {4}if \(customElements\.get\(tag\).*\n\s+return;\n/, ''],
  ['tool-card', /this\.messages, this\.audience, /, 'this.messages, '],
  // Its card is there from the beginning to the end.
  ['tool-card', / {4}disconnectedCallback\(\) \{[^]*?\n {4}\}\n/, ''],
  ['drawn-element', / {8}const own = this;\n {8}for \([^]*?\n {8}\}\n/, ''],
  ['tool-card', / {4}#retry\(asked\) \{[^]*?\n {4}\}\n/, ''],
]

/**
 * Of the description of a call: what the card does not draw. Its body is the entity, and its facts stand in the
 * preview.
 */
const NOT_DESCRIBED = [
  [/^ +const marks = .*\n/m, ''],
  [/^ +callTitle: .*\n/m, ''],
  [/^ +summary: .*\n/m, ''],
  [/^ +consequence: .*\n/m, ''],
  // The gateway tells them.
  [/^ +const told = .*\n/m, ''],
  [/reasonsOf\(preview\)/, 'preview.reasons'],
  [/body: \[[^]*?\],\n/, 'body: entity,\n'],
  [/body\.find\(.*\) \?\? null/, 'body'],
  [/facts: \{[^}]*\}/, 'facts: preview'],
]

const CLASSES = shortClasses(
  [
    'naming origin server-title chip trust dot risk glyph breathing progress actions source help line heading table image-text',
    'resource-name ask why entity arrow error-line standing label problem segments counter timer icon section body',
    'tools lines key value end hidden-character content item item-label prose host clip image resource structured question title',
    'facts change impact error-text quorum hint condition required views status fields',
  ].join(' '),
)

/** What is not drawn for it: only its agent runs a call again, and a host does not learn how far a call is. */
const UNDRAWN = new Map([
  ['draw-progress', "export const drawProgress = () => ''"],
  ['draw-retry', "export const drawRetry = () => ''"],
])

/** The card as the view needs it: drawn by the view's own renderer, its style and its words kept apart from it. */
const cardParts = (words) => ({
  name: 'card-parts',
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /^lit\/html\.js$/ }, () => ({ path: join(card, 'bundle/templates.js') }))
    onLoad({ filter: /card[\\/]dist[\\/].*\.js$/ }, async ({ path }) => {
      const [, name] = /([\w-]+)\.js$/.exec(path)
      if (name === 'message-table') return { contents: words.card }
      if (name === 'token-style') return { contents: 'export const tokenStyle = STYLE' }
      if (UNDRAWN.has(name)) return { contents: UNDRAWN.get(name) }
      if (name.endsWith('-style')) return { contents: `export const ${name.replace('-s', 'S')} = ''` }
      const leftOut = LEFT_OUT.filter(([file]) => file === name)
      const contents = leftOut.reduce(
        (code, [, part, other]) => replaced(code, part, other),
        await readFile(path, 'utf8'),
      )
      return { contents: words.inCard(contents) }
    })
    onLoad({ filter: /core[\\/]dist[\\/]preview[\\/]call-description\.js$/ }, async ({ path }) => ({
      contents: NOT_DESCRIBED.reduce(
        (code, [part, other]) => replaced(code, part, other),
        await readFile(path, 'utf8'),
      ),
    }))
    onLoad({ filter: /card[\\/]view[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const contents = path.endsWith('words.ts') ? words.view : words.inView(await readFile(path, 'utf8'))
      return { contents, loader: 'ts' }
    })
  },
})

const UNSTYLED =
  'actions|arguments|breathing-dot|button|button decline|claim|conditions|content|error|form|header|icon|link|preview|progress|question|resource-link|result|risk|verdict'

/** The document around the card is ours and styles none of these; what is left tells the parts of a question apart. */
function withoutParts(code) {
  return code.replace(new RegExp(` part="(?:${UNSTYLED})"`, 'g'), '')
}

async function buildScript(contains) {
  const words = await tightWords(
    readFileSync(join(card, 'presentation/message-table.js'), 'utf8'),
    source('src/words.ts'),
  )
  const { outputFiles, metafile } = await build({
    metafile: true,
    absWorkingDir: ROOT,
    entryPoints: [join(home, 'view/src/main.ts')],
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['production'],
    target: TARGET,
    charset: 'utf8',
    mangleProps: INTERNAL,
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [pureCore, cardParts(words)],
  })
  contains?.push(...filesIn(metafile))
  const style = CLASSES.inStyle(await tightStyle(card, TARGET))
  const code = tightTemplates(CLASSES.inTemplates(withoutParts(asArrows(outputFiles[0].text.trim()))))
  // The style in front of the code, the words behind it: so they compress best.
  const whole = `((ENGLISH, STYLE = ${JSON.stringify(style)}, CHINESE = ENGLISH) => {${code}})(${JSON.stringify(words.english)})`
  const minified = await minify('view.js', whole, { compress: { target: TARGET }, mangle: { toplevel: true } })
  if (minified.errors.length > 0) throw new Error(`The script of the card: ${minified.errors[0].message}`)
  const script = minified.code.trim()
  // Nothing in the script may end the element it stands in, or begin another.
  if (/<\/?script/i.test(script)) throw new Error('The script of the card names a script element.')
  return { script, words: words.chinese }
}

/** A process that reads it meanwhile gets the old file or the new one, never half of one. */
function writeWhole(file, text) {
  const fresh = `${file}.new-${process.pid}`
  writeFileSync(fresh, text)
  renameSync(fresh, file)
}

/** @param {{ outfile?: string, contains?: string[] }} [options] `contains`: gets the files that it consists of */
export async function buildView({ outfile = join(home, 'dist/view/view.html'), contains } = {}) {
  const { code: style } = await transform(source('style.css'), { loader: 'css', minify: true, target: TARGET })
  const { script, words } = await buildScript(contains)
  // Words are known by their place, so a view takes those that were made with it and no others.
  const made = `zh-${createHash('sha256').update(script).digest('hex').slice(0, 8)}`
  const parts = { '/* style */': style.trim(), '/* script */': script, '/* words */': made }
  const document = source('view.html')
    .replace(/\s*\n\s*/g, '\n')
    .replace(/\/\* (?:style|script|words) \*\//g, (place) => parts[place])
  mkdirSync(dirname(outfile), { recursive: true })
  writeWhole(join(dirname(outfile), 'words.txt'), `${made}\n${words}`)
  writeWhole(outfile, shortProperties(document))
  return outfile
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildView()
