// Says the same in fewer bytes, in what is bundled for browsers. It knows how the card's templates and styles are written, and
// touches nothing that a host, a page or a message can name: no part, slot, event, attribute or public custom property.

const BLOCKS =
  'article|blockquote|dd|details|dialog|div|dl|dt|header|li|ol|option|p|select|summary|table|tbody|td|th|thead|tr|ul'

/** Written out: an assignment of the script must never be taken for an attribute. */
const ATTRIBUTES =
  'aria-[a-z]+|class|decoding|dir|height|hidden|id|max|maxlength|min|name|part|preload|rel|role|rows|scope|slot|step|tabindex|target|type|width'

/**
 * In minified code only templates still hold line breaks with indentation, and there one space says the same; none does in a
 * tag, and at the edges of what is laid out as a block. A value of one word needs no quotes.
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

/** Minifiers keep a pattern that is put together and never used: for all they know, making it does something. */
export function withoutUnusedPatterns(code) {
  return code.replace(/(?<=;)RegExp\(`[^`]*`,`u`\);/g, '')
}

/** The core has no side effects: what is not used is left out. */
export const pureCore = {
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
