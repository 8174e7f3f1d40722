/**
 * What a person would see: plays the bytes of a program on a small screen. It knows the few sequences that the inbox may
 * send and fails on any other, since a sequence that came from an agent would be one of those.
 */
export interface SeenScreen {
  readonly rows: readonly string[]
  /** The alternate screen, hidden cursor or no line wrapping are still in force. */
  readonly left: boolean
  readonly coloured: boolean
}

// eslint-disable-next-line no-control-regex -- these are the characters in question
const SEQUENCE = /^\u001b\[(\??)([\d;]*)([A-Za-z])/

export function playScreen(bytes: string, columns = 80, lines = 24): SeenScreen {
  const modes = new Set<string>()
  let screen = blank(lines)
  let main = blank(lines)
  let row = 0
  let column = 0
  let coloured = false
  let rest = bytes
  while (rest !== '') {
    const match = SEQUENCE.exec(rest)
    if (match !== null) {
      const [whole, isPrivate = '', numbers = '', letter = ''] = match
      rest = rest.slice(whole.length)
      switch (`${isPrivate}${letter}`) {
        case 'H': {
          const [to = '1', at = '1'] = numbers.split(';')
          row = Number(to) - 1
          column = Number(at) - 1
          break
        }
        case 'K':
          screen[row] = (screen[row] ?? []).slice(0, Math.min(column, columns - 1))
          break
        case 'J':
          if (numbers === '2') screen = blank(lines)
          break
        case 'm':
          if (numbers !== '0') coloured = true
          break
        case '?h':
        case '?l':
          if (letter === 'h') modes.add(numbers)
          else modes.delete(numbers)
          if (numbers === '7') modes[letter === 'l' ? 'add' : 'delete']('no-wrap')
          if (numbers === '25') modes[letter === 'l' ? 'add' : 'delete']('no-cursor')
          if (numbers === '1049') [main, screen] = letter === 'h' ? [screen, blank(lines)] : [screen, main]
          break
        default:
          throw new Error(`An unknown sequence reached the terminal: ${JSON.stringify(whole)}`)
      }
      continue
    }
    const character = String.fromCodePoint(rest.codePointAt(0) ?? 0)
    rest = rest.slice(character.length)
    if (character === '\r') column = 0
    else if (character === '\n') row = Math.min(lines - 1, row + 1)
    else if (character < ' ' || (character >= '\u007f' && character <= '\u009f')) {
      throw new Error(`A control character reached the terminal: U+${(character.codePointAt(0) ?? 0).toString(16)}`)
    } else {
      const cells = (screen[row] ??= [])
      // Behind a full row the cursor stays on its last cell, and whatever comes there stands or clears in it.
      const at = Math.min(column, columns - 1)
      while (cells.length < at) cells.push(' ')
      cells[at] = character
      column = at + 1
    }
  }
  const rows = screen.map((cells) => cells.join('').trimEnd())
  return { rows, left: !modes.has('1049') && !modes.has('no-wrap') && !modes.has('no-cursor'), coloured }
}

function blank(lines: number): string[][] {
  return Array.from({ length: lines }, () => [])
}
