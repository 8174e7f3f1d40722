/** Whoever sat at the terminal of a process ends its input: nobody is asked there any more. */
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createTerminalQuestions } from '../../src/terminal/terminal-questions.ts'

const OFFERS = {
  scope: null,
  yes: 'Run it once',
  no: "Don't run it",
  allow: [],
  deny: [],
  limited: { allow: null, deny: null },
}
const question = (id: string) => ({ id, title: `delete ${id}`, shown: () => 'all of it', offers: OFFERS })

function openTerminal() {
  const input = new PassThrough()
  const output = new PassThrough()
  const seen = { text: '', left: 0 }
  output.on('data', (chunk: Buffer) => (seen.text += chunk.toString('utf8')))
  const questions = createTerminalQuestions({
    input,
    output,
    randomInteger: () => 0,
    opened: () => {},
    decide: async () => 'Stored.',
    interrupt: () => {},
    left: () => (seen.left += 1),
  })
  return { input, output, questions, seen }
}

test.each([
  ['Ctrl-D', (input: PassThrough) => void input.write('\u0004')],
  ['the end of the input', (input: PassThrough) => void input.end()],
  ['a terminal that has gone', (input: PassThrough) => void input.destroy(new Error('EIO'))],
])('%s is reported once, and nothing is announced from then on', async (_how, end) => {
  const { input, questions, seen } = openTerminal()
  questions.show([question('a')])
  end(input)
  await expect.poll(() => seen.left).toBe(1)
  await expect.poll(() => seen.text).toContain('nothing is decided at this terminal any more')
  const before = seen.text
  questions.show([question('b')])
  questions.close()
  await new Promise((resolve) => void setImmediate(resolve))
  expect([seen.text, seen.left]).toEqual([before, 1])
})

test('a screen that takes no words any more ends its questions, not the process', async () => {
  const { output, questions, seen } = openTerminal()
  output.destroy(new Error('EIO'))
  await expect.poll(() => seen.left).toBe(1)
  questions.show([question('a')])
  questions.close()
})

test('whoever closes it has not left', async () => {
  const { questions, seen } = openTerminal()
  questions.show([question('a')])
  questions.close()
  await new Promise((resolve) => void setImmediate(resolve))
  expect(seen.left).toBe(0)
})
