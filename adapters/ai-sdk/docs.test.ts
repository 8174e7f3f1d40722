/** Every example of the guide is compiled and run as it stands there, with the version that it is about; the example of this folder verifies itself. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { decide } from '@holdpoint/core'
import type { Store } from '@holdpoint/core'
import { localPrincipal } from '@holdpoint/store/account'
import { MockLanguageModelV3 } from 'ai6/test'
import { MockLanguageModelV4 } from 'ai7/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toAnswers } from './ai-lines.ts'
import type { Step } from './ai-lines.ts'

const FOLDER = path.join(import.meta.dirname, '..')
const ROOT = path.join(FOLDER, '..')
const GUIDE = readFileSync(path.join(ROOT, 'docs/guide/adapters/ai-sdk.md'), 'utf8')
const BLOCKS = [...GUIDE.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language = '', text = '']) => ({
  language,
  name: /^\/\/ (\S+\.ts)$/m.exec(text)?.[1] ?? '',
  text,
}))
// Where the frameworks are found, and where no linter looks.
const PLACE = path.join(FOLDER, '.docs')
const home = mkdtempSync(path.join(tmpdir(), 'holdpoint-docs-'))
const before = process.env['HOLDPOINT_HOME']

interface Shop {
  readonly holdpoint: { engine(): Promise<{ readonly store: Store }>; close(): Promise<void> }
}

beforeAll(() => {
  process.env['HOLDPOINT_HOME'] = home
  rmSync(PLACE, { recursive: true, force: true })
  for (const version of ['6', '7']) {
    const folder = path.join(PLACE, version)
    mkdirSync(folder, { recursive: true })
    for (const { name, text } of BLOCKS.filter(({ name: file }) => isOf(version, file))) {
      writeFileSync(path.join(folder, name), text.replaceAll("from 'ai'", `from 'ai${version}'`))
    }
  }
})

afterAll(() => {
  rmSync(PLACE, { recursive: true, force: true })
  rmSync(home, { recursive: true, force: true })
  if (before === undefined) delete process.env['HOLDPOINT_HOME']
  else process.env['HOLDPOINT_HOME'] = before
})

/** What is about one version says so in its name, or in what it takes from there. */
function isOf(version: string, file: string): boolean {
  if (file === 'paused-6.ts') return version === '6'
  return file !== '' && (version === '7' || !['chat.ts', 'paused.ts'].includes(file))
}

async function load<Module>(version: string, file: string): Promise<Module> {
  return (await import(path.join(PLACE, version, file))) as Module
}

/** The person at this machine, on the page of the process. */
async function decideNext(store: Store, answer: 'approve' | 'decline', reason: string | null = null): Promise<string> {
  const hold = await expect
    .poll(async () => (await store.holds.inState('pending', 1))[0])
    .toBeDefined()
    .then(async () => (await store.holds.inState('pending', 1))[0])
  const verdict = { by: localPrincipal(), via: 'page', assurance: 'identified', answer, reason } as const
  const decision = await decide(store, { hold: hold?.id ?? '', tenant: null, verdict })
  expect(decision.kind).toBe('decided')
  return hold?.preview.entity?.title ?? ''
}

const CALL: Step = { call: { id: 'call-1', tool: 'delete_product', input: { sku: 'CHR-1005' } } }
const SAY: Step = { text: 'Done.' }
const seven = (...steps: readonly Step[]): MockLanguageModelV4 =>
  new MockLanguageModelV4({ doGenerate: toAnswers(steps) })
const six = (...steps: readonly Step[]): MockLanguageModelV3 =>
  new MockLanguageModelV3({ doGenerate: toAnswers(steps) })
const ASKED = [{ role: 'user', content: 'Delete the oak chair.' }] as const
type Said = readonly { readonly role: string; readonly content: unknown }[]

test('no block is left out, and every block compiles', async () => {
  expect(BLOCKS.map(({ language, name }) => name || language)).toEqual([
    'sh',
    'tools.ts',
    'chat.ts',
    'page.ts',
    'paused.ts',
    'paused-6.ts',
    'served.ts',
  ])
  expect(GUIDE.match(/^```/gm)).toHaveLength(2 * BLOCKS.length)
  writeFileSync(
    path.join(PLACE, 'tsconfig.json'),
    JSON.stringify({ extends: '../tsconfig.json', include: ['./*/*.ts'], exclude: [] }),
  )
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc')
  const compiled = promisify(execFile)(process.execPath, [tsc, '-p', path.join(PLACE, 'tsconfig.json')])
  await expect(
    compiled.catch((error: { stdout: string }) => Promise.reject(new Error(error.stdout))),
  ).resolves.toBeDefined()
})

test('wait in place: the person approves, it runs, a page draws what did not', async () => {
  const { reply } = await load<{ reply(chat: string, model: unknown, messages: Said): Promise<Said> }>('7', 'chat.ts')
  const { holdpoint } = await load<Shop>('7', 'tools.ts')
  const { describeOutput } = await load<{ describeOutput(output: unknown): string }>('7', 'page.ts')
  const { store } = await holdpoint.engine()
  const replying = reply('chat-1', seven(CALL, SAY), ASKED)
  expect(await decideNext(store, 'approve')).toBe('Delete Oak chair?')
  expect(JSON.stringify(await replying)).toContain('{"deleted":true}')
  const waiting = { holdpoint: 'waiting', code: null, text: 'NOT RUN YET', hold: 'id', approval_url: 'http://page' }
  expect([waiting, { deleted: true }].map(describeOutput)).toEqual([
    'Waits for a person: http://page',
    '{"deleted":true}',
  ])
})

test('let the framework pause, in version 7: the request leads to the person, whose reason comes back', async () => {
  interface Paused {
    replyOrPause(
      chat: string,
      model: unknown,
      messages: Said,
    ): Promise<{ messages: Said; waitsFor: { approvalId: string; reason?: string } | null }>
    goOn(messages: Said, approvalId: string): Said
  }
  const { replyOrPause, goOn } = await load<Paused>('7', 'paused.ts')
  const { holdpoint } = await load<Shop>('7', 'tools.ts')
  const { store } = await holdpoint.engine()
  const table: Step = { call: { id: 'call-2', tool: 'delete_product', input: { sku: 'TBL-2001' } } }
  const declined = await replyOrPause('chat-2', seven(table), ASKED)
  expect(declined.waitsFor?.reason).toMatch(/Delete product TBL-2001.* Decide: http:/)
  await decideNext(store, 'decline', 'It is still being sold.')
  const told = seven(SAY)
  await replyOrPause('chat-2', told, goOn(declined.messages, declined.waitsFor?.approvalId ?? ''))
  expect(JSON.stringify(told.doGenerateCalls)).toContain('It is still being sold.')
  const paused = await replyOrPause('chat-3', seven(table), ASKED)
  await decideNext(store, 'approve')
  const model = seven(SAY)
  await replyOrPause('chat-3', model, goOn(paused.messages, paused.waitsFor?.approvalId ?? ''))
  expect(JSON.stringify(model.doGenerateCalls)).toContain('{"deleted":true}')
  // What there is not is denied by itself: nobody is asked.
  const gone = await replyOrPause('chat-4', seven(table, SAY), ASKED)
  expect(gone.waitsFor).toBeNull()
  expect(JSON.stringify(gone.messages)).toContain('not found')
  await holdpoint.close()
})

test('let the framework pause, in version 6: it goes on once a person has decided', async () => {
  interface Paused {
    replyOrPause(chat: string, model: unknown, messages: Said): Promise<{ messages: Said; approvalId: string | null }>
  }
  const { replyOrPause } = await load<Paused>('6', 'paused-6.ts')
  const { goOn } = await load<{ goOn(messages: Said, approvalId: string): Said }>('7', 'paused.ts')
  const { holdpoint } = await load<Shop>('6', 'tools.ts')
  const { store } = await holdpoint.engine()
  const paused = await replyOrPause('chat-6', six(CALL), ASKED)
  expect(paused.approvalId).not.toBeNull()
  await decideNext(store, 'decline', 'It is still being sold.')
  const model = six(SAY)
  await replyOrPause('chat-6', model, goOn(paused.messages, paused.approvalId ?? ''))
  expect(JSON.stringify(model.doGenerateCalls)).toContain('It is still being sold.')
  await holdpoint.close()
})

test('with a service: it is not there, so nothing runs', async () => {
  const { served } = await load<{ served: { guard(call: object, run: () => Promise<void>): Promise<object> } }>(
    '7',
    'served.ts',
  )
  const call = { tool: 'delete_product', arguments: {}, call: { scope: 'chat', id: 'call' }, risk: 'high', wait: 0 }
  const answer = await served.guard(call, async () => expect.fail('It ran.'))
  expect(answer).toMatchObject({ kind: 'refused' })
})

test('the example verifies itself, in at most 150 lines', async () => {
  const file = path.join(import.meta.dirname, 'example.mjs')
  const { stdout } = await promisify(execFile)(process.execPath, [file])
  expect(stdout).toMatch(/person {2}approves: Delete Oak chair\?[^]*\nverified\n$/)
  expect(readFileSync(file, 'utf8').split('\n').length).toBeLessThanOrEqual(150)
})
