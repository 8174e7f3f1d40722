/** What the demo says: what waits and where to decide, in a screen's width; and at the end, what to do next. */
import { fitText } from '../terminal/text-width.ts'
import { foldCommand } from '../terminal/fold-command.ts'

export interface Readers {
  /** How they start this program, from wherever their other terminal stands. */
  readonly program: string
  /** Of their terminal, in cells. */
  readonly width: number
  readonly windows: boolean
}

export interface WaitingCall {
  readonly id: string
  /** Visible text. */
  readonly title: string
  readonly risk: string
  readonly link: string
}

const SHORT_ID = 8
const EXAMPLE = 'wrap -- npx -y @modelcontextprotocol/server-filesystem ~/Documents'

export function demoBanner({ id, title, risk, link }: WaitingCall, readers: Readers): readonly string[] {
  const marks = ` (${risk} risk)`
  const waiting = 'Waiting now:   '
  return [
    'Holdpoint demo: a warehouse server. Reads pass; risky calls wait for you.',
    `${waiting}${fitText(title.replaceAll('\n', ' '), readers.width - waiting.length - marks.length)}${marks}`,
    ...decideAt(link, readers),
    'or in another terminal (there are also list, show, reject and inbox):',
    ...commandLines(`approve ${id.slice(0, SHORT_ID)} --wait`, readers),
    'It covers MCP tools, nothing an agent does by other means. Ctrl-C ends it.',
  ]
}

/** An address that is broken by the terminal cannot be clicked: a long one has a line of its own. */
function decideAt(link: string, { width }: Readers): readonly string[] {
  const line = `Decide at ${link}`
  return line.length <= width ? [line] : ['Decide at', `  ${link}`]
}

/** After the call ran. */
export function nextSteps(readers: Readers): readonly string[] {
  return ['Deleted once. Now protect your own server:', ...commandLines(EXAMPLE, readers)]
}

function commandLines(rest: string, { program, width, windows }: Readers): readonly string[] {
  return foldCommand(`${program} ${rest}`, width - 2, windows).map((line) => `  ${line}`)
}
