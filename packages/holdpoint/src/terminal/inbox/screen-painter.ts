/**
 * Puts rows on a terminal and takes them away again. Only rows that differ are written, in one piece, so nothing
 * flickers. It works on the alternate screen: what was in the terminal before is there again afterwards. `leave` may be
 * called at any time, any number of times, also while the process is dying.
 */
import type { Writable } from 'node:stream'

export interface ScreenPainter {
  enter(): void
  /** `cursor`: where text is being typed. */
  paint(rows: readonly string[], cursor: { readonly row: number; readonly column: number } | null): void
  /** The next rows are all written: the terminal may show something else. */
  forget(): void
  leave(): void
}

const ENTER = '\u001b[?1049h\u001b[?7l\u001b[?25l\u001b[2J'
const LEAVE = '\u001b[0m\u001b[?25h\u001b[?7h\u001b[?1049l'
const HIDE_CURSOR = '\u001b[?25l'
const SHOW_CURSOR = '\u001b[?25h'
const PLAIN = '\u001b[0m'
/**
 * Before its text, never behind it: the cursor stays on the last cell of a full row, and clearing there takes that
 * cell.
 */
const CLEAR_ROW = `${PLAIN}\u001b[K`

export function createScreenPainter(output: Pick<Writable, 'write'>): ScreenPainter {
  let shown: readonly string[] = []
  let entered = false
  let lastCursor = ''

  return {
    enter() {
      if (entered) return
      entered = true
      shown = []
      lastCursor = ''
      output.write(ENTER)
    },
    paint(rows, cursor) {
      if (!entered) return
      let changes = ''
      for (let row = 0; row < Math.max(rows.length, shown.length); row++) {
        const text = rows[row] ?? ''
        if (shown[row] !== text) changes += `\u001b[${row + 1};1H${CLEAR_ROW}${text}${PLAIN}`
      }
      shown = rows
      const place = cursor === null ? HIDE_CURSOR : `\u001b[${cursor.row + 1};${cursor.column + 1}H${SHOW_CURSOR}`
      if (changes === '' && place === lastCursor) return
      lastCursor = place
      output.write(`${HIDE_CURSOR}${changes}${place}`)
    },
    forget() {
      shown = []
      lastCursor = ''
      if (entered) output.write('\u001b[2J')
    },
    leave() {
      if (!entered) return
      entered = false
      output.write(LEAVE)
    },
  }
}
