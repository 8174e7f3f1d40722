/**
 * A command as a person types it, split into its words. No shell reads it: quotes keep blanks together, and nothing else means
 * anything. What only a shell could do is refused, since the server would run without it.
 */
export type CommandWords =
  | { readonly ok: true; readonly words: readonly string[] }
  | { readonly ok: false; readonly why: string }

/** A backslash before a blank or a quote takes its meaning; before anything else it is part of a path of Windows. */
const WORD = /(?:[^\s"'\\]|\\[\s"']|\\|"(?:[^"\\]|\\"|\\)*?"|'[^']*')+/y
const OF_A_SHELL = /^(?:\|\|?|&&?|;|[<>]{1,2}|\d>.*)$|^[^"']*(?:\$\(|`)/

export function splitCommandLine(text: string): CommandWords {
  const words: string[] = []
  let at = 0
  for (;;) {
    while (/\s/.test(text.charAt(at))) at += 1
    if (at === text.length) return { ok: true, words }
    WORD.lastIndex = at
    const found = WORD.exec(text)?.[0]
    if (found === undefined) return { ok: false, why: 'a quote in it is not closed' }
    if (OF_A_SHELL.test(found)) return { ok: false, why: `no shell runs it, which "${found}" needs` }
    words.push(unquoted(found))
    at += found.length
  }
}

function unquoted(word: string): string {
  return word.replaceAll(/\\([\s"'])|"((?:[^"\\]|\\"|\\)*?)"|'([^']*)'/g, (_all, escaped, double, single) => {
    if (typeof escaped === 'string') return escaped
    return typeof double === 'string' ? double.replaceAll('\\"', '"') : String(single)
  })
}
