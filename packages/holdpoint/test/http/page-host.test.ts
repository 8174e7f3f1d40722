/** Who serves the page of a home, and that nothing of it outlives the process or a port that was taken. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refuseEdit } from '@holdpoint/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NO_CHATS } from '../../src/http/attention.ts'
import { createLocalPage } from '../../src/http/local-page.ts'
import { createPageHost } from '../../src/http/page-host.ts'
import type { BoundPage } from '../../src/http/page-host.ts'
import { loadPolicy } from '../../src/config/policy-source.ts'
import { createStoreSource } from '../../src/home/store-source.ts'
import { openHomeDirectory } from '@holdpoint/store/home'
import { identifySelf } from '@holdpoint/store/process'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdpoint-page-host-'))
})

afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

test('a process that ends while a port is being bound gives it back, and leads nobody to it', async () => {
  const serviceFile = join(folder, 'service.json')
  const said: string[] = []
  let bind: (page: BoundPage) => void = () => {}
  let open = 0
  const host = createPageHost({
    self: identifySelf('one'),
    serviceFile,
    preferredPort: 7433,
    isNeeded: null,
    bind: async () => {
      const page = await new Promise<BoundPage>((resolve) => (bind = resolve))
      open += 1
      return page
    },
    log: (message) => said.push(message),
  })
  const asked = host.ensure().catch((error: unknown) => String(error))
  const closing = host.close()
  bind({ port: 7433, close: async () => void (open -= 1) })
  await closing
  expect(open).toBe(0)
  expect(existsSync(serviceFile)).toBe(false)
  expect(await asked).toContain('ending')
  expect(await host.ensure().catch((error: unknown) => String(error))).toContain('ending')
  expect(said).toEqual([])
})

test('a port that another program has costs no second page server', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as AddressInfo
  const home = openHomeDirectory(join(folder, 'home'))
  const config = join(folder, 'holdpoint.yaml')
  writeFileSync(config, 'notify: none\n')
  const loading = await loadPolicy({ flag: config, home: home.path, workingDirectory: folder })
  if (!loading.ok) throw new Error('no policy')
  const stores = createStoreSource(home, { store: 'sqlite', witness: null }, () => {})
  await stores.get()
  const [begin, end] = [vi.spyOn(globalThis, 'setInterval'), vi.spyOn(globalThis, 'clearInterval')]
  const running = (): number => {
    const ended = new Set<unknown>(end.mock.calls.map(([timer]) => timer))
    const begun = begin.mock.results.filter((_result, index) => begin.mock.calls[index]?.[1] === 10_000)
    return begun.filter(({ value }) => !ended.has(value)).length
  }
  const page = createLocalPage({
    chats: NO_CHATS,
    home,
    stores,
    config: () => loading.config,
    gateOff: () => null,
    self: () => identifySelf('one'),
    checkEdit: async () => refuseEdit('Nothing is edited here.'),
    policy: () => loading,
    shared: false,
    port,
    log: () => {},
  })
  const { url, servedHere } = await page.host.ensure()
  expect(servedHere).toBe(true)
  expect(url).not.toContain(String(port))
  // What answers is loaded with the first request, once.
  expect(running()).toBe(0)
  const answers = await Promise.all([fetch(`${url}/healthz`), fetch(`${url}/healthz`)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(begin.mock.calls.filter(([, milliseconds]) => milliseconds === 10_000)).toHaveLength(1)
  expect(running()).toBe(1)
  await page.close()
  expect(running()).toBe(0)
  await stores.close()
  await new Promise((resolve) => taken.close(resolve))
})
