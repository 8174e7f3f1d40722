// Says the same in fewer bytes, in what is bundled for browsers. It knows how the card's templates and styles are
// written, and touches nothing that a host, a page or a message can name: no part, slot, event, attribute or public
// custom property.
import { readFile } from 'node:fs/promises'
import { parseAst } from 'vite'
import { replaced } from './tight-words.mjs'

const BLOCKS =
  'article|blockquote|dd|details|dialog|div|dl|dt|header|li|ol|option|p|select|summary|table|tbody|td|th|thead|tr|ul'

/** Written out: an assignment of the script must never be taken for an attribute. */
const ATTRIBUTES =
  'aria-[a-z]+|class|decoding|dir|height|hidden|id|max|maxlength|min|name|part|preload|rel|role|rows|scope|slot|step|tabindex|target|type|width'

/**
 * In minified code only templates still hold line breaks with indentation, and there one space says the same; none does
 * in a tag, and at the edges of what is laid out as a block. A value of one word needs no quotes.
 */
export function tightTemplates(code) {
  return code
    .replace(/\n +/g, ' ')
    .replace(/ +(?:\/>|>)/g, '>')
    .replace(new RegExp(` (?=</(?:${BLOCKS}|button|label)>)`, 'g'), '')
    .replace(new RegExp(` (?=<(?:${BLOCKS})[ >])`, 'g'), '')
    .replace(new RegExp(`(</(?:${BLOCKS})>) `, 'g'), '$1')
    .replace(new RegExp(`(?<=<(?:${BLOCKS}|button)(?: [a-z-]+="[^"$]*")*>) `, 'g'), '')
    .replace(new RegExp(`(?<= (?:${ATTRIBUTES})=)"([\\w-]+)"(?=[ >])`, 'g'), '$1')
}

/** The private custom properties, by the letter: the most used come first. */
export function shortProperties(code) {
  const uses = new Map()
  for (const [name] of code.matchAll(/--_[a-z-]+/g)) uses.set(name, (uses.get(name) ?? 0) + 1)
  const names = [...uses].toSorted(([one, most], [other, more]) => more - most || (one < other ? -1 : 1))
  if (names.length > 26) throw new Error('The private properties of the card are more than there are letters.')
  const letters = new Map(names.map(([name], index) => [name, `--_${String.fromCharCode(97 + index)}`]))
  return code.replace(/--_[a-z-]+/g, (name) => letters.get(name))
}

/**
 * Classes by the letter, in templates and in styles. Only of names that no script looks for and no value chooses.
 * @param {string} names
 */
export function shortClasses(names) {
  const letters = new Map(names.split(' ').map((name, index) => [name, lettersOf(index)]))
  const short = (name) => letters.get(name) ?? name
  return {
    inTemplates: (code) =>
      code.replace(/(?<= class=")[^"$]*/g, (classes) =>
        classes
          .split(' ')
          .map((name) => short(name))
          .join(' '),
      ),
    inStyle: (style) => style.replace(/(?<=\.)[a-z][\w-]*/g, short),
  }
}

/** a to z, then aa to zz. */
function lettersOf(index) {
  const letter = String.fromCharCode(97 + (index % 26))
  return index < 26 ? letter : lettersOf(Math.floor(index / 26) - 1) + letter
}

/**
 * The core has no side effects: what is not used is left out. Of a hidden character the card says which one it is, not
 * of what kind.
 */
export const pureCore = {
  name: 'pure-core',
  setup: ({ onLoad, onResolve, resolve }) => {
    onLoad({ filter: /core[\\/]dist[\\/]preview[\\/]visible-text\.js$/ }, async ({ path }) => ({
      contents: replaced(
        replaced(await readFile(path, 'utf8'), /, kind: kindOf\(character\)/, ''),
        // Minifiers keep a pattern that is put together and never used: for all they know, making it does something.
        /^const (?:RAISING|IS_BIDI|IS_TAG|IS_CONTROL) = new RegExp\([^;]*;\n/gm,
        '',
      ),
    }))
    onResolve({ filter: /^(@holdpoint\/core$|\.\.?\/)/ }, async ({ path, importer, resolveDir, kind, pluginData }) => {
      const isCore = path === '@holdpoint/core' || /[\\/]core[\\/]dist[\\/]/.test(importer)
      if (pluginData === 'resolved' || !isCore) return undefined
      const found = await resolve(path, { importer, resolveDir, kind, pluginData: 'resolved' })
      return { ...found, sideEffects: false }
    })
  },
}

/**
 * Functions as arrows, which say the same in fewer bytes. Only those of the outermost level that have no `this`:
 * modules come in the order in which they are used, so none is called before its place.
 */
export function asArrows(code) {
  let tight = ''
  let at = 0
  for (const node of parseAst(code).body) {
    if (node.type !== 'FunctionDeclaration' || node.generator || hasThis([node.params, node.body])) continue
    const [only, ...others] = node.body.body
    const value = others.length === 0 && only?.type === 'ReturnStatement' ? only.argument : null
    const textOf = ({ start, end }) => code.slice(start, end)
    const body = value === null ? textOf(node.body) : `(${textOf(value)})`
    const parameters = node.params.map(textOf).join()
    tight += `${code.slice(at, node.start)};var ${node.id.name}=${node.async ? 'async' : ''}(${parameters})=>${body};`
    at = node.end
  }
  return tight + code.slice(at)
}

function hasThis(node) {
  if (node === null || typeof node !== 'object') return false
  if (node.type === 'ThisExpression' || (node.type === 'Identifier' && node.name === 'arguments')) return true
  return Object.values(node).some(hasThis)
}
