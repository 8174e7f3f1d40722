/**
 * The status on one screen: a block for each of its questions, long lists cut, every line within the width. Commands
 * stand at the end, by themselves, so that they can be pasted however long the program's own path is.
 */
import { describePaused } from '@holdpoint/core'
import type { Paint, Tone } from '../../terminal/colour.ts'
import { fitTitles } from '../../terminal/fit-titles.ts'
import { foldCommand } from '../../terminal/fold-command.ts'
import { breakText } from '../../terminal/inbox/break-text.ts'
import { fitText, textWidth } from '../../terminal/text-width.ts'
import { shortDuration } from '../duration.ts'
import { RISK_TONE } from '../holds/hold-tone.ts'
import { showInOneLine } from '../one-line.ts'
import type {
  GateState,
  HostState,
  ReachState,
  ServerState,
  StatusView,
  StoreState,
  WaitingState,
} from './status-view.ts'

export interface StatusDrawing {
  readonly width: number
  readonly paint: Paint
  readonly program: string
  readonly windows: boolean
}

interface Line {
  readonly text: string
  readonly tone: Tone
  /** A row of a list is cut; a sentence goes on in the next line; `null`: it stays as it is. */
  readonly whole: boolean | null
}

const LABEL = 10
const SHORT_ID = 8
const MOST_CALLS = 5
const MOST_SERVERS = 6
const MOST_HOSTS = 4
const MOST_COMMANDS = 3

const say = (text: string, tone: Tone = 'plain'): Line => ({ text, tone, whole: true })
const row = (text: string, tone: Tone = 'plain'): Line => ({ text, tone, whole: false })

export function drawStatus(status: StatusView, drawing: StatusDrawing): string {
  const blocks: readonly (readonly [string, readonly Line[]])[] = [
    ['Gate', gateLines(status.gate)],
    ['Store', storeLines(status.store)],
    ['Waiting', waitingLines(status.waiting, drawing.width - LABEL)],
    ['Servers', serverLines(status.servers)],
    ['Hosts', hostLines(status.hosts)],
    ['Reached', reachLines(status.reach)],
    ['Next', nextLines(status, drawing)],
  ]
  return blocks.map(([label, lines]) => drawBlock(label, lines, drawing)).join('')
}

/** What is most urgent, first. */
function nextLines(
  { gate, store, waiting, servers }: StatusView,
  { program, width, windows }: StatusDrawing,
): readonly Line[] {
  const commands = [
    ...(gate.problems.length > 0 ? ['policy check'] : []),
    ...(store.state === 'attention' ? ['audit verify'] : []),
    ...(waiting !== null && waiting.pending > 0 ? ['inbox'] : []),
    ...(waiting !== null && waiting.pending > MOST_CALLS ? ['list --state pending'] : []),
    ...(waiting !== null && waiting.unknown > 0 ? ['list --state unknown'] : []),
    ...(gate.paused?.can_resume === true ? ['resume'] : []),
    ...(gate.changes_waiting > 0 || servers.some(({ changed }) => changed > 0) ? ['policy accept'] : []),
    ...(servers.length === 0 ? ['help hosts'] : []),
  ]
  const [first, ...others] = commands
  if (first === undefined) return []
  return [
    ...foldCommand(`${program} ${first}`, width - LABEL, windows).map((text) => ({ ...row(text), whole: null })),
    ...(others.length === 0 ? [] : [row(`and in its place: ${others.slice(0, MOST_COMMANDS).join(', ')}`, 'quiet')]),
  ]
}

function drawBlock(label: string, lines: readonly Line[], { width, paint }: StatusDrawing): string {
  const room = width - LABEL
  return lines
    .flatMap(({ text, tone, whole }) =>
      (whole === null ? [text] : whole ? breakText(text, room) : [fitText(text, room)]).map((each) =>
        paint(tone, each),
      ),
    )
    .map((text, index) => `${paint('strong', (index === 0 ? label : '').padEnd(LABEL))}${text}\n`)
    .join('')
}

function gateLines(gate: GateState): readonly Line[] {
  const { off, paused, profile, config_file: file, problems, changes_waiting: changes } = gate
  const policy = file === null ? 'built-in defaults' : showInOneLine(file)
  const [problem] = problems
  return [
    ...(problem === undefined
      ? [off === null ? say(`on: profile ${profile}, ${policy}`, 'good') : say(showInOneLine(off), 'bad')]
      : [
          say(`The configuration has problems, so nothing new starts: ${showInOneLine(problem)}`, 'bad'),
          ...(problems.length > 1 ? [say(`and ${problems.length - 1} more`, 'bad')] : []),
        ]),
    ...(off === null || problem !== undefined ? [] : [row(`profile ${profile}, ${policy}`)]),
    ...(paused === null ? [] : [say(describePaused(paused), 'caution')]),
    ...(changes === 0
      ? []
      : [say(`${count(changes, 'change')} ${changes === 1 ? 'waits' : 'wait'} until a person accepts`, 'caution')]),
  ]
}

function storeLines({ state, store, notices }: StoreState): readonly Line[] {
  const tone = state === 'unreachable' ? 'bad' : 'caution'
  if (state === 'fine') return [row(`fine: ${showInOneLine(store)}`, 'good')]
  return notices.map((notice) => say(showInOneLine(notice), tone))
}

function waitingLines(waiting: WaitingState | null, width: number): readonly Line[] {
  if (waiting === null) return [say('unknown: the store cannot be read', 'bad')]
  const { pending, unknown, more, calls } = waiting
  const shown = calls.slice(0, MOST_CALLS)
  const beginnings = shown.map(
    ({ id, risk, waits_ms: waits }) =>
      `${id.slice(0, SHORT_ID)}  ${risk.padEnd(6)}  ${shortDuration(waits).padEnd(3)}  `,
  )
  const room = width - Math.max(0, ...beginnings.map(textWidth))
  const titles = fitTitles(
    shown.map(({ title }) => title.replaceAll('\n', ' ')),
    room,
  )
  const rest = pending - shown.length
  const atLeast = more ? 'at least ' : ''
  return [
    pending === 0 ? say('nothing', 'good') : say(`${atLeast}${count(pending, 'call')} for a person`, 'caution'),
    ...shown.map(({ risk }, index) => row(`${beginnings[index] ?? ''}${titles[index] ?? ''}`, RISK_TONE[risk])),
    ...(rest > 0 ? [say(`and ${rest} more`)] : []),
    ...(unknown > 0
      ? [say(`${count(unknown, 'outcome')} got lost: a person has to look and say what happened`, 'bad')]
      : []),
  ]
}

function serverLines(servers: readonly ServerState[]): readonly Line[] {
  if (servers.length === 0) return [say('none was seen yet')]
  const shown = servers.slice(0, MOST_SERVERS)
  const widest = Math.min(24, Math.max(...shown.map(({ name }) => textWidth(showInOneLine(name)))))
  return [
    ...shown.map((server) => {
      const name = fitText(showInOneLine(server.name), widest)
      const changed = server.changed === 0 ? '' : `, ${server.changed} changed`
      const tools = server.tools === 0 ? 'not seen yet' : `${count(server.tools, 'tool')}, ${server.asking} may ask`
      const what = server.problem === null ? `${tools}${changed}` : `cannot start: ${showInOneLine(server.problem)}`
      const tone: Tone = server.problem !== null ? 'bad' : server.changed > 0 ? 'caution' : 'plain'
      return row(`${name}${' '.repeat(widest - textWidth(name) + 2)}${what}`, tone)
    }),
    ...(servers.length > shown.length ? [say(`and ${servers.length - shown.length} more`)] : []),
  ]
}

function hostLines(hosts: readonly HostState[]): readonly Line[] {
  if (hosts.length === 0) return [say('none found on this account that names MCP servers')]
  const shown = hosts.slice(0, MOST_HOSTS)
  return [
    ...shown.map(({ host, servers }) => {
      if (servers === null) return row(`${host}: its file cannot be read`, 'caution')
      const open = servers.filter(({ behind_holdpoint: behind }) => !behind).map(({ name }) => showInOneLine(name))
      const behind = `${servers.length - open.length} of ${count(servers.length, 'server')} behind Holdpoint`
      if (open.length === 0) return row(`${host}: ${behind}`, 'good')
      return row(`${host}: ${behind}; not: ${open.join(', ')}`, 'caution')
    }),
    ...(hosts.length > shown.length ? [say(`and ${hosts.length - shown.length} more`)] : []),
  ]
}

function reachLines({ page, inboxes, terminals, desktop, channels }: ReachState): readonly Line[] {
  const places = [
    ...(inboxes > 0 ? [count(inboxes, 'open inbox', 'open inboxes')] : []),
    ...(terminals > 0 ? [count(terminals, 'terminal of a service', 'terminals of services')] : []),
  ]
  const browser = desktop ? '; on this desktop a browser is opened when a call waits' : ''
  return [
    places.length > 0
      ? say(`now: ${places.join(' and ')}`, 'good')
      : say(`nobody looks now: no inbox is open${browser}`, desktop ? 'plain' : 'caution'),
    page === null ? say('page: served when something waits') : row(`page: ${page}`),
    ...(channels.length === 0
      ? [say('chats: none is set up')]
      : channels.map(({ name, state, problem }) =>
          row(
            `${showInOneLine(name)}: ${state}${problem === null ? '' : `, ${showInOneLine(problem)}`}`,
            state === 'connected' ? 'good' : 'caution',
          ),
        )),
  ]
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}
