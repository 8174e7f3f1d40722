/**
 * The rail of whoever sits at the terminal of `serve` or `demo`. Their word is the host's, so only what the host's word may
 * decide is asked here; everything else is theirs to see on the page.
 */
import { randomInt } from 'node:crypto'
import { userInfo } from 'node:os'
import { decide, describeGrant, renderPreviewText, suffices } from '@holdpoint/core'
import type { Grant, Hold, Store } from '@holdpoint/core'
import { createQuestionDesk } from '../terminal/question-desk.ts'
import type { TerminalVerdict } from '../terminal/question-desk.ts'
import type { Log } from './log.ts'
import { PRESENCE_LASTS_MS, announcePresence } from './presence.ts'

export interface TerminalRail {
  close(): Promise<void>
}

const MOST_SHOWN = 50

/** `null`: nobody can be sitting there. */
export function openTerminalRail(store: Store, instance: string, log: Log): TerminalRail | null {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return null
  const desk = createQuestionDesk({
    input: process.stdin,
    output: process.stdout,
    randomInteger: (limit) => randomInt(limit),
    now: () => performance.now(),
    decide: async (verdict) => await bring(store, verdict),
    interrupt: () => void process.kill(process.pid, 'SIGINT'),
  })

  async function look(): Promise<void> {
    const pending = await store.holds.inState('pending', MOST_SHOWN)
    desk.show(
      pending.filter(isForTerminal).map((hold) => ({
        id: hold.id,
        title: hold.preview.title,
        shown: () => renderPreviewText(hold.preview, { width: process.stdout.columns }),
      })),
    )
  }

  const lookSafely = (): void => void look().catch((error: unknown) => log(`the terminal cannot ask: ${String(error)}`))
  const seat = `terminal-${instance}`
  const sit = (): void => void announcePresence(store, seat, true).catch(() => {})
  // Every record this process writes is a change too; only holds are worth a look.
  const unwatch = store.watch(({ hold }) => {
    if (hold !== null) lookSafely()
  })
  const sitting = setInterval(sit, PRESENCE_LASTS_MS / 2).unref()
  sit()
  lookSafely()
  return {
    async close() {
      clearInterval(sitting)
      unwatch()
      desk.close()
      await announcePresence(store, seat, false).catch(() => {})
    },
  }
}

function isForTerminal({ ruling }: Hold): boolean {
  const { rails, assurance, quorum } = ruling
  return (rails === null || rails.includes('terminal')) && suffices('host', assurance) && quorum === 1
}

async function bring(store: Store, { question, answer, reason }: TerminalVerdict): Promise<string> {
  const decision = await decide(store, {
    hold: question,
    tenant: null,
    verdict: { answer, by: `local:${userInfo().username}`, via: 'terminal', assurance: 'host', reason },
  })
  switch (decision.kind) {
    case 'decided':
      return answer === 'approve' ? approvedWords(decision.grant) : 'Declined; nothing runs.'
    case 'receipt':
      return 'That was said before; it stands.'
    case 'not-found':
      return 'It is no longer there.'
    case 'refused':
      return `Nothing was changed: ${decision.refusal.message}`
  }
}

function approvedWords(grant: Grant | null): string {
  if (grant === null) return 'Approved; it runs once.'
  return `Approved; it runs once. From now on: ${describeGrant(grant)}. End it: holdpoint grants revoke ${grant.id}`
}
