// The style of the card as the view carries it: one text, minified as a style, without what only a page of ours can
// set.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'esbuild'

/** Styles of parts that a host's view never draws. */
const UNDRAWN = /^ *(?:\.progress|progress|\.quorum|\.error-line \.(?:panel|small))\b[^,{}]*\{[^}]*\}\n/gm

/** So that answers which stay in sight do not move when a hint comes; in a host's frame they move with the document. */
const KEPT_STILL = / *min-block-size: 1lh;\n/

/** @param {string} folder of the compiled card */
export async function tightStyle(folder, target) {
  const [, sum] =
    /toStyleSheet\(((?:\w+Style(?: \+ )?)+)\)/.exec(readFileSync(join(folder, 'tool-card.js'), 'utf8')) ?? []
  if (sum === undefined) throw new Error('The card puts its style together in another way.')
  const styles = sum.split(' + ').map((name) => {
    const file = join(folder, 'style', `${name.replace('Style', '-style')}.js`)
    return /css ?`([^`]*)`/.exec(readFileSync(file, 'utf8'))?.[1]
  })
  const { code } = await transform(
    withoutOwnProperties(styles.join('\n').replace(UNDRAWN, '').replace(KEPT_STILL, '')),
    {
      loader: 'css',
      minify: true,
      target,
    },
  )
  // Of a property of its own, a minifier keeps every space.
  return code.trim().replace(/(?<=--_[a-z-]+:) |(?<=,) (?=[^;{}]*[;}])/g, '')
}

/**
 * No page sets the card's own properties in a host's view: the fallback of each, the host's own variable, always
 * counts.
 */
function withoutOwnProperties(style) {
  const from = style.indexOf('var(--hp-')
  if (from < 0) return style
  let to = from + 'var('.length
  for (let depth = 1; depth > 0; to++) depth += { '(': 1, ')': -1 }[style[to]] ?? 0
  const behind = style.slice(style.indexOf(',', from) + 1, to - 1).trim()
  return withoutOwnProperties(style.slice(0, from) + behind + style.slice(to))
}
