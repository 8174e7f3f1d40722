/** The example does what its page says: the whole way of a deletion, in both languages, in a chat and at a terminal. */
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const at = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url))

function run(...args: readonly string[]): readonly string[] {
  const ran = spawnSync(process.execPath, [at('dist/main.js'), ...args], { encoding: 'utf8', timeout: 60_000 })
  expect(ran.stderr).toBe('')
  expect(ran.status).toBe(0)
  return ran.stdout.trimEnd().split('\n')
}

describe('[X13.3] [S3.1] a deletion in a chat', () => {
  test('in Chinese: asked, confirmed by 确认 before the queue, run once, answered', () => {
    expect(run('zh')).toEqual([
      'user   orders 表里有多少条记录？',
      'queue  orders 表里有多少条记录？',
      'model  SELECT count(*) AS orders FROM orders',
      'bot    → [{"orders":5}]',
      'user   删除 orders 表里 status=1 的记录',
      'queue  删除 orders 表里 status=1 的记录',
      'model  DELETE FROM orders WHERE status = 1',
      'bot    需要确认：删除 orders 表里 status=1 的记录',
      '       ⚠ 此操作无法撤销。',
      '       ⚠ DELETE 不是读取。',
      '       orders: 5',
      '       参数：',
      '         sql: DELETE FROM orders WHERE status = 1',
      '       请回复“确认”执行，或回复“取消”放弃（5 分钟内有效）。',
      'user   确认',
      'bot    → 3 rows changed',
      'user   orders 表里有多少条记录？',
      'queue  orders 表里有多少条记录？',
      'model  SELECT count(*) AS orders FROM orders',
      'bot    → [{"orders":2}]',
    ])
  })

  test('in English: the same', () => {
    const lines = run('en')
    expect(lines).toContain('bot    Please confirm: Delete the orders with status 1')
    expect(lines).not.toContain('queue  confirm')
    expect(lines.at(-1)).toBe('bot    → [{"orders":2}]')
  })

  test.each([
    ['zh', '取消', 'bot    → 操作已取消'],
    ['en', 'cancel', 'bot    → Operation cancelled'],
    ['en', "don't confirm", 'bot    → Operation cancelled'],
  ])('%s: %s drops it, and nothing is deleted', (language, answer, said) => {
    const lines = run(language, answer)
    expect(lines).toContain(said)
    expect(lines.at(-1)).toBe('bot    → [{"orders":5}]')
  })

  test('[S3.4] a read is not asked for', () => {
    const lines = run('en', 'no')
    expect(lines.slice(0, 4).some((line) => line.includes('Please confirm'))).toBe(false)
    expect(lines[3]).toBe('bot    → [{"orders":5}]')
  })
})

describe('[X13.3] [S3.6] the same at a terminal', () => {
  interface Terminal {
    readonly child: ChildProcessWithoutNullStreams
    type(text: string): void
    shows(words: string): Promise<void>
    /** Which of these comes first. */
    showsOneOf(...words: readonly string[]): Promise<string>
  }

  function start(...args: readonly string[]): Terminal {
    const child = spawn(process.execPath, [at('dist/terminal.js'), ...args])
    let shown = ''
    child.stdout.on('data', (bytes: Buffer) => (shown += bytes.toString()))
    child.stderr.on('data', (bytes: Buffer) => (shown += bytes.toString()))
    return {
      child,
      type: (text) => void child.stdin.write(`${text}\n`),
      async shows(words) {
        await this.showsOneOf(words)
      },
      async showsOneOf(...words) {
        const first = (): string | undefined => words.find((one) => shown.includes(one))
        await expect.poll(first, { interval: 10 }).toBeDefined()
        const found = first() ?? ''
        shown = shown.slice(shown.indexOf(found) + found.length)
        return found
      },
    }
  }

  async function end({ child }: Terminal): Promise<void> {
    child.stdin.end()
    const [code] = (await once(child, 'exit')) as [number]
    expect(code).toBe(0)
  }

  async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'channel-bot-test-'))
    try {
      await body(folder)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  /** An answer that comes before the question is known to be shown brings the question again. */
  async function answerWith(terminal: Terminal, word: string, expected: string): Promise<void> {
    do terminal.type(word)
    while ((await terminal.showsOneOf(expected, 'Please confirm', '需要确认')) !== expected)
  }

  test.each([
    ['en', 'Delete the orders with status 1', 'within 5 min.', 'yes', '→ 3 rows changed'],
    ['zh', '删除 orders 表里 status=1 的记录', '5 分钟内有效）。', '确认', '→ 3 rows changed'],
    ['en', 'Delete the orders with status 1', 'within 5 min.', 'no', '→ Operation cancelled'],
  ])('%s: %s', async (language, wish, question, word, answer) => {
    await inFolder(async (folder) => {
      const terminal = start(language, folder)
      terminal.type(wish)
      await terminal.shows(question)
      await answerWith(terminal, word, answer)
      await end(terminal)
    })
  })

  test('[S3.4] what no parser reads is asked for too', async () => {
    await inFolder(async (folder) => {
      const terminal = start('en', folder)
      terminal.type('Tidy up, will you')
      await terminal.shows('Please confirm: Tidy the orders up')
      await terminal.shows('DELETE the old ORDERS please')
      await terminal.shows('within 5 min.')
      await answerWith(terminal, 'ok', 'syntax error')
      await end(terminal)
    })
  })

  test('[S18] a question survives a kill -9: answered after the restart, it runs once and says so', async () => {
    await inFolder(async (folder) => {
      const first = start('en', folder)
      first.type('Delete the orders with status 1')
      await first.shows('within 5 min.')
      first.child.kill('SIGKILL')
      await once(first.child, 'exit')
      const second = start('en', folder)
      second.type('How many orders are there?')
      await second.shows('Still waiting for an answer')
      await second.shows('→ [{"orders":5}]')
      await answerWith(second, 'confirm', 'Done: Delete the orders with status 1')
      second.type('How many orders are there?')
      await second.shows('→ [{"orders":2}]')
      await end(second)
    })
  })
})

test('[X13.3] the smallest bot of the guide is the one that is compiled here', () => {
  const guide = readFileSync(at('../../docs/guide/bots.md'), 'utf8')
  const [, block] = /```ts\n([\s\S]*?)```/.exec(guide) ?? []
  expect(block).toBe(readFileSync(at('src/smallest.ts'), 'utf8'))
})
