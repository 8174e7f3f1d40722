/**
 * A second process on the same store, that decides when told to (over IPC) and says when its verdict was durable, on
 * the clock that all processes of the machine share. Its yes is the first answer that the hold is asked with: for the
 * session where that is offered, else for the call alone; for the call alone, where the message says so.
 */
import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { choicesFor, decide } from '@holdpoint/core'
import { openStore } from './open-store.mjs'

const APPROVER = `local:${userInfo().username}`

const store = await openStore(process.argv[2])

async function pendingHold(wanted) {
  if (wanted !== undefined) return wanted
  for (;;) {
    const [hold] = await store.holds.inState('pending', 1)
    if (hold !== undefined) return hold.id
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

process.on('message', async (message) => {
  const hold = await pendingHold(message.hold)
  // Not at once: the waiting side shall be at rest, as it is when a person has read what they approve.
  await new Promise((resolve) => setTimeout(resolve, message.after))
  const verdict = { answer: 'approve', by: APPROVER, via: 'terminal', assurance: 'host', reason: null }
  const held = await store.holds.get(hold)
  const request = held === null || message.alone ? null : choicesFor(held)[0].grant
  const grant = request === null ? {} : { grant: { id: randomUUID(), request } }
  const decision = await decide(store, { hold, tenant: null, verdict, ...grant })
  process.send({ hold, kind: decision.kind, durableNs: String(process.hrtime.bigint()) })
})
process.on('disconnect', () => void store.close().then(() => process.exit(0)))
process.send({ ready: true })
