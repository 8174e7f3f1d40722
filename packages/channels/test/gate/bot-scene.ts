/**
 * Processes of one bot on a store of their own, and what they leave behind: the chat, the ledger of what ran, the holds. The
 * ledger is the judge: every start in it is that of one confirmed hold, and no hold has two.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decide } from '@holdpoint/core'
import type { Hold, HoldState, Store } from '@holdpoint/core'
import { createSqliteStore } from '@holdpoint/store'
import { testStoreOptions, verifyChain } from '@holdpoint/testing/store'
import { expect } from 'vitest'

const PROGRAM = fileURLToPath(new URL('./bot-process.mjs', import.meta.url))

export interface BotProcess {
  readonly pid: number
  /** Whether it has ended. */
  readonly isOver: boolean
  readonly ended: Promise<unknown>
  tell(command: object): void
  kill(): Promise<void>
  /** What it answered to its commands. */
  said(): readonly { readonly result?: { readonly kind: string }; readonly consumed?: boolean }[]
}

export interface StartOptions {
  readonly dieAt?: number
  readonly decideWithinMs?: number
  readonly executeWithinMs?: number
}

export interface BotScene {
  start(options?: StartOptions): BotProcess
  /** How many texts in the chat begin so. */
  told(words: string): number
  ledger(): readonly { readonly hold: string; readonly attempt: string; readonly pid: number }[]
  holds(): Promise<readonly Hold[]>
  states(): Promise<readonly HoldState[]>
  /** Whether the store knows that the newest question stands in the chat. */
  isShown(): Promise<boolean>
  /** The newest question is confirmed elsewhere, on the page say, while no bot needs to be up. */
  confirmElsewhere(by: string): Promise<void>
  /** Fails where the ledger, the holds and the audit log do not agree. */
  check(): Promise<void>
  end(): Promise<void>
}

export function setScene(): BotScene {
  const folder = mkdtempSync(join(tmpdir(), 'holdpoint-gate-'))
  const children: ChildProcess[] = []
  let opening: Promise<Store> | null = null
  const read = (file: string): readonly never[] =>
    existsSync(join(folder, file)) ? (linesOf(readFileSync(join(folder, file), 'utf8')) as never) : []
  /** The store as one more process sees it. */
  async function store(): Promise<Store> {
    opening ??= createSqliteStore({ file: join(folder, 'holdpoint.db'), ...testStoreOptions })
    return await opening
  }
  const scene: BotScene = {
    start({ dieAt = 0, decideWithinMs = 60_000, executeWithinMs = 60_000 } = {}) {
      const numbers = [dieAt, decideWithinMs, executeWithinMs].map(String)
      const child = spawn(process.execPath, [PROGRAM, folder, ...numbers])
      children.push(child)
      let output = ''
      let isOver = false
      child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()))
      child.stderr.on('data', (bytes: Buffer) => process.stderr.write(bytes))
      child.stdin.on('error', () => {})
      const ended = once(child, 'exit').then(() => (isOver = true))
      return {
        pid: child.pid ?? 0,
        get isOver() {
          return isOver
        },
        ended,
        tell: (command) => void child.stdin.write(`${JSON.stringify(command)}\n`),
        async kill() {
          child.kill('SIGKILL')
          await ended
        },
        said: () => linesOf(output) as never,
      }
    },
    told: (words) =>
      (read('chat.jsonl') as readonly { text: string }[]).filter(({ text }) => text.startsWith(words)).length,
    ledger: () => read('ledger.jsonl'),
    async holds() {
      const any = { tenant: null, state: null, server: null, tool: null, risk: null, text: null, cursor: null }
      const page = await (await store()).holds.list({ ...any, limit: 100 })
      return page.holds as readonly Hold[]
    },
    states: async () => (await scene.holds()).map(({ state }) => state),
    async isShown() {
      const [newest] = await scene.holds()
      if (newest === undefined) return false
      const any = { tenant: null, since: null, server: null, tool: null, limit: 100, cursor: null }
      const { records } = await (await store()).audit.read({ ...any, hold: newest.id })
      return records.some(({ kind }) => kind === 'question-shown')
    },
    async confirmElsewhere(by) {
      const [hold] = await scene.holds()
      const verdict = { answer: 'approve', by, via: 'page', assurance: 'identified', reason: null } as const
      const decided = await decide(await store(), { hold: hold?.id ?? '', tenant: 'default', verdict })
      expect(decided.kind).toBe('decided')
    },
    async check() {
      const ran = scene.ledger()
      const holds = await scene.holds()
      expect(new Set(ran.map(({ hold }) => hold)).size).toBe(ran.length)
      for (const { hold: id, attempt } of ran) {
        const hold = holds.find((one) => one.id === id)
        expect(hold?.verdicts.map(({ answer }) => answer)).toEqual(['approve'])
        expect(hold?.attempt?.id).toBe(attempt)
      }
      expect((await verifyChain(await store())).ok).toBe(true)
    },
    async end() {
      for (const child of children) child.kill('SIGKILL')
      await (await opening)?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return scene
}

/** Whole lines only: the last may be half written. */
function linesOf(text: string): readonly unknown[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown)
}
