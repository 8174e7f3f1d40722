/** A reader of the events who has gone before the stream begins. */
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startService } from './http-service.ts'
import type { TestService } from './http-service.ts'

const MOST = 2
let service: TestService

beforeEach(async () => {
  service = await startService({ limits: { streamsPerCaller: MOST } })
})

afterEach(async () => {
  vi.restoreAllMocks()
  await service.close()
})

/** Asks for the events and leaves while its key is being looked at. */
async function leaveEarly(token: string): Promise<void> {
  let arrived: () => void = () => {}
  const asked = new Promise<void>((resolve) => (arrived = resolve))
  let left: () => void = () => {}
  const gone = new Promise<void>((resolve) => (left = resolve))
  const authenticate = service.access.authenticate.bind(service.access)
  const slow = vi.spyOn(service.access, 'authenticate').mockImplementationOnce(async (secret) => {
    arrived()
    await gone
    return await authenticate(secret)
  })
  const asking = request({
    host: '127.0.0.1',
    port: service.port,
    path: '/admin/events',
    headers: { authorization: `Bearer ${token}` },
  })
  const closed = new Promise<void>((resolve) => asking.once('close', resolve))
  asking.on('error', () => {})
  asking.end()
  await asked
  asking.destroy()
  await closed
  // The service hears of it on its own end of the connection.
  await sleep(100)
  left()
  await sleep(50)
  slow.mockRestore()
}

test('it gives back its place: others are not turned away for it', async () => {
  const token = await service.token('approver')
  for (let visit = 0; visit < MOST; visit++) await leaveEarly(token)
  const controller = new AbortController()
  const response = await fetch(`http://127.0.0.1:${service.port}/admin/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: controller.signal,
  })
  expect(response.status).toBe(200)
  controller.abort()
})
