/**
 * The inbox on the terminal of this process. While it is open a person can be reached, so calls wait for it as they
 * wait for an open page.
 */
import { randomInt } from 'node:crypto'
import type { CommandContext, InboxScope } from '../command-context.ts'
import { createPaint, wantsColour } from '../../terminal/colour.ts'
import { createArgumentEditor } from '../../terminal/inbox/edit-arguments.ts'
import { runInbox } from '../../terminal/inbox/run-inbox.ts'
import { runPlainInbox } from '../../terminal/inbox/run-plain-inbox.ts'
import { createInboxBackend } from './create-inbox-backend.ts'
import { PRESENCE_LASTS_MS, announcePresence } from '@holdpoint/core'

export async function openTerminalInbox(
  context: CommandContext,
  scope: InboxScope,
  manner: 'screen' | 'plain',
): Promise<void> {
  const store = await context.storage.open()
  const backend = createInboxBackend(context, store, scope)
  const { interrupted } = context.time
  const place = `inbox-${process.pid}`
  const announce = (): void => void announcePresence(store, place, true).catch(() => {})
  const announcing = setInterval(announce, PRESENCE_LASTS_MS / 2)
  announce()
  const terminal = {
    input: process.stdin,
    output: process.stdout,
    paint: createPaint(wantsColour(true, process.env)),
    randomInteger: (limit: number) => randomInt(limit),
    now: () => performance.now(),
    editArguments: createArgumentEditor({ environment: process.env, platform: process.platform, interrupted }),
    interrupted,
  }
  try {
    // A terminal that cannot place its cursor gets lines.
    const plain = manner === 'plain' || process.env['TERM'] === 'dumb'
    await (plain ? runPlainInbox(backend, terminal) : runInbox(backend, terminal))
  } finally {
    clearInterval(announcing)
    await announcePresence(store, place, false).catch(() => {})
  }
}
