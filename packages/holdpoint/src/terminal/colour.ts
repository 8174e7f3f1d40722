/** Colours by meaning. Off means the text alone: no colour ever carries what the words do not say. */
export type Tone = 'plain' | 'strong' | 'quiet' | 'good' | 'caution' | 'bad' | 'inverse'

const CODES: { readonly [tone in Exclude<Tone, 'plain'>]: readonly [open: number, close: number] } = {
  strong: [1, 22],
  quiet: [2, 22],
  good: [32, 39],
  caution: [33, 39],
  bad: [31, 39],
  inverse: [7, 27],
}

export type Paint = (tone: Tone, text: string) => string

export function createPaint(enabled: boolean): Paint {
  return (tone, text) => {
    if (!enabled || tone === 'plain' || text === '') return text
    const [open, close] = CODES[tone]
    return `\u001b[${open}m${text}\u001b[${close}m`
  }
}

/** `NO_COLOR` counts when it is set to anything but the empty string (no-color.org). */
export function wantsColour(
  isTerminal: boolean,
  environment: { readonly [name: string]: string | undefined },
): boolean {
  return isTerminal && (environment['NO_COLOR'] ?? '') === '' && environment['TERM'] !== 'dumb'
}
