/**
 * What a shell makes of `{a,b}` in a word: `~/.{holdpoint,x}` is two paths. Only so far as paths need it; a word that
 * would become too many has its braces read as `*`, which fits more rather than less.
 */
const MOST_WORDS = 64
const LONGEST_WORD = 1024

export function hasBraces(word: string): boolean {
  return word.length <= LONGEST_WORD && word.includes('{') && word.includes(',')
}

export function expandBraces(word: string): readonly string[] {
  const done: string[] = []
  const open = [word]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const group = hasBraces(next) ? innermostGroup(next) : null
    if (group === null) done.push(next)
    else if (open.length + done.length + group.choices.length > MOST_WORDS) return [word.replace(/\{[^{}]*\}/g, '*')]
    else for (const choice of group.choices) open.push(next.slice(0, group.start) + choice + next.slice(group.end))
  }
  return done
}

interface BraceGroup {
  readonly start: number
  readonly end: number
  readonly choices: readonly string[]
}

/** The first group without another inside. Braces without a comma stay, as they do in a shell. */
function innermostGroup(word: string): BraceGroup | null {
  const found = /\{([^{},]*(?:,[^{},]*)+)\}/.exec(word)
  if (found === null) return null
  return { start: found.index, end: found.index + found[0].length, choices: (found[1] ?? '').split(',') }
}
