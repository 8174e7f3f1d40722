/**
 * A chat host that draws MCP Apps views, in Chromium, with a wrapped server behind it. The test plays model and person.
 */
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Browser, Frame, Locator, Page } from 'playwright-core'
import { openChromium } from '../../../packages/holdpoint/test/browser/page-browser.ts'
import { cleanUpLater } from '../../harness/cleanup.ts'
import type { RunningWrap } from '../../harness/run-wrap.ts'
import { waitFor } from '../../harness/wait-for.ts'
import type { HostSetting, HostWindow } from './host-page.ts'
import { SANDBOX_PAGE, SANDBOX_POLICY } from './sandbox-page.ts'

export const APPS_CAPABILITIES = {
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
}

// oxlint-disable-next-line no-explicit-any -- results of any shape pass through here
type Result = any

export interface AppsHost {
  readonly page: Page
  /** The model calls a tool; the result is what the model gets. */
  call(tool: string, args: object): Promise<Result>
  /** The n-th view that was drawn. */
  view(index?: number): Promise<View>
  sendResult(index: number, result: object): Promise<void>
  messages(): Promise<readonly string[]>
  links(): Promise<readonly string[]>
  /** What the model gets to see at its next turn. */
  modelContext(): Promise<readonly string[]>
  /** The host changes its looks, as when a person switches to dark. */
  changeContext(index: number, context: object): Promise<void>
  /** The model has written all of its arguments. */
  finishInput(): Promise<void>
  /** Everything that broke in the page or its frames. */
  readonly errors: readonly string[]
}

export interface View {
  readonly frame: Frame
  readonly confirm: Locator
  readonly cancel: Locator
  /** The state of the call, as the card names it. */
  readonly badge: Locator
  /** Everything that the card and what stands under it say. */
  text(): Promise<string>
}

const CALL_WITHIN_MS = 60_000
const PLAIN: HostSetting = {
  takesMessages: true,
  declaresMessages: true,
  tellsToolInfo: true,
  theme: 'light',
  locale: 'en',
  drawsLate: false,
  keepsContext: false,
  streamsInput: false,
}

let origins: Promise<{ readonly host: string; readonly sandbox: string; readonly browser: Browser }> | null = null

async function open(): Promise<{ readonly host: string; readonly sandbox: string; readonly browser: Browser }> {
  const entry = fileURLToPath(new URL('host-page.ts', import.meta.url))
  const bundling = build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'error',
  })
  const [bundle, browser] = await Promise.all([bundling, openChromium()])
  cleanUpLater(() => {
    origins = null
  })
  const script = bundle.outputFiles[0]?.text ?? ''
  const host = await serve((path) =>
    path === '/host.js'
      ? { type: 'text/javascript', body: script, policy: null }
      : { type: 'text/html', body: '<!doctype html><body><script type=module src=/host.js></script>', policy: null },
  )
  const sandbox = await serve(() => ({ type: 'text/html', body: SANDBOX_PAGE, policy: SANDBOX_POLICY }))
  // Another name for the same machine is another origin, and another site.
  return { host: `http://localhost:${host}`, sandbox: `http://127.0.0.1:${sandbox}/`, browser }
}

interface Served {
  readonly type: string
  readonly body: string
  readonly policy: string | null
}

async function serve(answer: (path: string) => Served): Promise<number> {
  const server: Server = createServer((request, response) => {
    const { type, body, policy } = answer((request.url ?? '/').split('?')[0] ?? '/')
    response.setHeader('content-type', `${type}; charset=utf-8`)
    if (policy !== null) response.setHeader('content-security-policy', policy)
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  cleanUpLater(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** How the host reaches the server: over whatever wire. */
export interface HostWire {
  readonly client: Pick<RunningWrap['client'], 'request'>
}

export async function openAppsHost(wire: HostWire, over: Partial<HostSetting> = {}): Promise<AppsHost> {
  origins ??= open()
  const { host, sandbox, browser } = await origins
  const page = await browser.newPage({ viewport: { width: 700, height: 900 } })
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await page.exposeFunction('mcp', async (method: string, params: unknown) => {
    const { result, error } = await wire.client.request(method, params, CALL_WITHIN_MS)
    if (error !== undefined) throw new Error(JSON.stringify(error))
    return result as Result
  })
  await page.goto(`${host}/?sandbox=${encodeURIComponent(sandbox)}`)
  await page.waitForFunction(() => 'host' in window)
  await page.evaluate(async (setting) => await (window as unknown as HostWindow).host.start(setting), {
    ...PLAIN,
    ...over,
  })
  return {
    page,
    errors,
    async call(tool, args) {
      return await page.evaluate(
        async ([name, sent]) => await (window as unknown as HostWindow).host.call(name, sent),
        [tool, args] as const,
      )
    },
    async view(index = 0) {
      const frame = await waitFor(`view ${index}`, () => {
        const outer = page.frames().find((candidate) => candidate.name() === `view-${index}`)
        return outer?.childFrames()[0]
      })
      return {
        frame,
        confirm: frame.locator('[part~="confirm"]'),
        cancel: frame.locator('[part~="cancel"]'),
        badge: frame.locator('[part="badge"]'),
        text: async () =>
          `${await frame.locator('[part="card"]').innerText()}\n${await frame.locator('#below').innerText()}`,
      }
    },
    async sendResult(index, result) {
      await page.evaluate(async ([view, sent]) => await (window as unknown as HostWindow).host.sendResult(view, sent), [
        index,
        result,
      ] as const)
    },
    messages: async () => await page.evaluate(() => (window as unknown as HostWindow).host.messages),
    links: async () => await page.evaluate(() => (window as unknown as HostWindow).host.links),
    modelContext: async () => await page.evaluate(() => (window as unknown as HostWindow).host.modelContext),
    finishInput: async () => await page.evaluate(() => (window as unknown as HostWindow).host.finishInput()),
    async changeContext(index, context) {
      await page.evaluate(([view, sent]) => (window as unknown as HostWindow).host.changeContext(view, sent), [
        index,
        context,
      ] as const)
    },
  }
}
