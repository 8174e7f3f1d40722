/**
 * A key press as the inbox understands it. What a terminal sends besides (focus reports, mouse, unknown keys) is
 * nothing.
 */
export type Key = { readonly kind: 'character'; readonly text: string } | { readonly kind: NamedKey }

export type NamedKey =
  | 'up'
  | 'down'
  | 'page-up'
  | 'page-down'
  | 'home'
  | 'end'
  | 'enter'
  | 'escape'
  | 'backspace'
  | 'clear'
  | 'redraw'
  | 'interrupt'

/** As `node:readline` tells it. */
export interface Keypress {
  readonly name?: string | undefined
  readonly sequence?: string | undefined
  readonly ctrl?: boolean | undefined
  readonly meta?: boolean | undefined
}

const NAMED: { readonly [name: string]: NamedKey } = {
  up: 'up',
  down: 'down',
  pageup: 'page-up',
  pagedown: 'page-down',
  home: 'home',
  end: 'end',
  return: 'enter',
  enter: 'enter',
  escape: 'escape',
  backspace: 'backspace',
}

const WITH_CONTROL: { readonly [name: string]: NamedKey } = {
  c: 'interrupt',
  d: 'interrupt',
  l: 'redraw',
  u: 'clear',
  h: 'backspace',
}

export function toKey(text: string | undefined, press: Keypress): Key | null {
  if (press.ctrl === true) return named(WITH_CONTROL[press.name ?? ''])
  const known = NAMED[press.name ?? '']
  if (known !== undefined) return { kind: known }
  // Alt with a letter, and unknown sequences, must not count as the letter.
  if (press.meta === true || text === undefined || /^\p{Control}/u.test(text)) return null
  return text === '' ? null : { kind: 'character', text }
}

function named(kind: NamedKey | undefined): Key | null {
  return kind === undefined ? null : { kind }
}
