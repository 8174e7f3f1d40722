/**
 * A program in a real terminal, and its screen as HTML. It knows the sequences that programs on a whole screen use; of those
 * that it does not know it draws nothing, since a picture decides nothing.
 */
import { spawn, spawnSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

const PYTHON = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))'
const quoted = (word) => `'${word.replaceAll("'", `'\\''`)}'`

export function openTerminal(command, { columns, lines, environment, cwd }) {
  const sized = ['sh', '-c', `stty cols ${columns} rows ${lines}; exec ${command.map(quoted).join(' ')}`]
  const hasScript = String(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout).includes('util-linux')
  const [program, args] = hasScript
    ? ['script', ['-qec', sized.map(quoted).join(' '), '/dev/null']]
    : ['python3', ['-c', PYTHON, ...sized]]
  const env = { ...environment, TERM: 'xterm-256color', COLORTERM: 'truecolor' }
  const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] })
  let bytes = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => (bytes += chunk))
  const ended = new Promise((resolve) => child.once('close', resolve))
  const screen = () => playScreen(bytes, columns, lines)
  return {
    press: (keys) => child.stdin.write(keys),
    /** Waits for these words, and then until the screen rests. */
    async sees(pattern) {
      for (let tries = 0; tries < 400; tries += 1) {
        if (pattern.test(textOf(screen()))) break
        await delay(50)
      }
      const text = textOf(screen())
      if (!pattern.test(text)) throw new Error(`The terminal never showed ${pattern}:\n${text}`)
      for (let known = ''; known !== bytes; await delay(300)) known = bytes
      return screen()
    },
    async close() {
      child.stdin.write('q')
      await Promise.race([ended, delay(3_000)])
      child.kill('SIGKILL')
    },
  }
}

const textOf = (screen) => screen.map((cells) => cells.map(({ letter }) => letter).join('')).join('\n')

// oxlint-disable-next-line no-control-regex -- these are the characters in question
const SEQUENCE = /^\u001b(?:\[([?>]?)([\d;:]*)([A-Za-z])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[()][A-Z0-9]|[=>78])/

function playScreen(bytes, columns, lines) {
  const blank = () => Array.from({ length: lines }, () => [])
  let screen = blank()
  let [row, column, style] = [0, 0, '']
  for (let rest = bytes; rest !== '';) {
    const found = SEQUENCE.exec(rest)
    if (found !== null) {
      const [whole, mark, numbers = '', letter] = found
      rest = rest.slice(whole.length)
      const [first = '', second = ''] = numbers.split(';')
      if (letter === 'H') [row, column] = [Number(first || 1) - 1, Number(second || 1) - 1]
      else if (letter === 'K') screen[row] = (screen[row] ?? []).slice(0, column)
      else if (letter === 'J' || (mark === '?' && numbers === '1049')) screen = blank()
      else if (letter === 'm') style = styleAfter(style, numbers)
      continue
    }
    const letter = String.fromCodePoint(rest.codePointAt(0))
    rest = rest.slice(letter.length)
    if (letter === '\r') column = 0
    else if (letter === '\n') row = Math.min(lines - 1, row + 1)
    else if (letter >= ' ') {
      const cells = (screen[row] ??= [])
      while (cells.length < column) cells.push({ letter: ' ', style: '' })
      cells[Math.min(column, columns - 1)] = { letter, style }
      column += 1
    }
  }
  return screen
}

const COLOURS = ['#1d2430', '#ff7b72', '#56d364', '#e3b341', '#79c0ff', '#d2a8ff', '#56d4dd', '#c9d1d9']

function styleAfter(style, numbers) {
  const parts = new Set(style === '' ? [] : style.split(';'))
  const drop = (start) => [...parts].filter((part) => part.startsWith(start)).forEach((part) => parts.delete(part))
  const codes = (numbers === '' ? '0' : numbers).split(';').map(Number)
  for (const code of codes) {
    if (code === 0) parts.clear()
    else if (code === 1) parts.add('font-weight:700')
    else if (code === 2) parts.add('opacity:.65')
    else if (code === 3) parts.add('font-style:italic')
    else if (code === 4) parts.add('text-decoration:underline')
    else if (code === 7) parts.add('background:#c9d1d9').add('color:#0d1117')
    else if (code === 22) ['font-weight', 'opacity'].forEach(drop)
    else if (code === 27) ['background', 'color'].forEach(drop)
    else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) {
      drop('color')
      parts.add(`color:${COLOURS[code % 10]}`)
    } else if (code >= 40 && code <= 47) {
      drop('background')
      parts.add(`background:${COLOURS[code % 10]}`)
    } else if (code === 39) drop('color')
    else if (code === 49) drop('background')
  }
  return [...parts].join(';')
}

export const escapeHtml = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export function screenHtml(screen) {
  const last = screen.findLastIndex((cells) => cells.some(({ letter }) => letter.trim() !== ''))
  const rows = screen.slice(0, last + 1).map((cells) => {
    let html = ''
    for (let at = 0; at < cells.length;) {
      const { style = '' } = cells[at] ?? {}
      let text = ''
      for (; at < cells.length && (cells[at]?.style ?? '') === style; at += 1) text += cells[at]?.letter ?? ' '
      html += style === '' ? escapeHtml(text) : `<span style="${style}">${escapeHtml(text)}</span>`
    }
    return html
  })
  return `<pre>${rows.join('\n')}</pre>`
}
