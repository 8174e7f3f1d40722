/**
 * The terminal this process was started in. `interactive` means that both ends are real terminals, which is what
 * deciding from the command line asks for; with a pipe on either side, perhaps no person is looking.
 */
import type { Readable, Writable } from 'node:stream'
import { askForCode } from './ask-for-code.ts'
import type { CodeAnswer } from './ask-for-code.ts'
import { askForLine } from './ask-for-line.ts'
import type { LineQuestion } from './ask-for-line.ts'
import { createPaint, wantsColour } from './colour.ts'
import type { Paint } from './colour.ts'
import { drawConfirmationCode } from './confirmation-code.ts'
import { drawTable } from './draw-table.ts'
import type { TableCell, TableColumn } from './draw-table.ts'

export interface Terminal {
  readonly interactive: boolean
  /** In cells. */
  readonly width: number
  readonly paint: Paint
  drawTable(columns: readonly TableColumn[], rows: readonly (readonly TableCell[])[]): string
  /** Shows the text in full, then asks to type a fresh random code to do what `purpose` says. */
  askForCode(shown: string, purpose: string): Promise<CodeAnswer>
  /** Asks for one line; `null`: the person left (Ctrl-C, the end of input), or it is not needed any more. */
  askForLine(question: LineQuestion): Promise<string | null>
}

export interface TerminalOptions {
  readonly input: Readable & { readonly isTTY?: boolean; readonly setRawMode?: (raw: boolean) => unknown }
  readonly output: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly environment: { readonly [name: string]: string | undefined }
  /** A uniform integer from 0 to below the limit, unpredictable. */
  readonly randomInteger: (limit: number) => number
}

const USUAL_WIDTH = 80
const LEAST_WIDTH = 40

export function createTerminal(options: TerminalOptions): Terminal {
  const { input, output } = options
  const width = output.isTTY === true ? Math.max(LEAST_WIDTH, output.columns ?? USUAL_WIDTH) : USUAL_WIDTH
  const paint = createPaint(wantsColour(output.isTTY === true, options.environment))
  return {
    interactive: input.isTTY === true && output.isTTY === true,
    width,
    paint,
    drawTable: (columns, rows) => drawTable(columns, rows, width, paint),
    askForCode: async (shown, purpose) =>
      await askForCode({ shown, purpose, code: drawConfirmationCode(options.randomInteger) }, options),
    askForLine: async (question) => await askForLine(question, options),
  }
}
