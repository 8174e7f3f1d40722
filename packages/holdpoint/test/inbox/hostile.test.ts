/**
 * Hostile words wherever a tool, a server or an agent can put them, on every view of the inbox: they stay text, run
 * nothing, fetch nothing, cover nothing, and cannot pass for a decision. In a real browser, under the page's own
 * policy.
 */
import { randomUUID } from 'node:crypto'
import { recordDraft, SCOPE_GRANT } from '@holdpoint/core'
import type { EntityPreview, Hold } from '@holdpoint/core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { holdCall, runHold } from '../browser/inbox-held.ts'
import { visitPage } from '../browser/page-visit.ts'

const ATTACKS: { readonly [name: string]: string } = {
  html: '<script>window.pwned=1</script><img src=x onerror="window.pwned=1"><iframe srcdoc="<script>top.pwned=1</script>">',
  svg: '<svg onload="window.pwned=1"><foreignObject><button>Approve</button></foreignObject></svg>',
  address:
    '[Approve](javascript:window.pwned=1) javascript:window.pwned=1 [x](data:text/html,<script>top.pwned=1</script>)',
  form: '<form action="https://evil.example"><input autofocus><button class="main" part="button confirm">Approve</button></form>',
  markdown: '# Approved\n\n- [ ] Approve\n\n![pixel](https://evil.example/p.png)\n\n<https://evil.example/login>',
  overlay: '<div style="position:fixed;inset:0;z-index:9999;background:#fff">✓ Approved by admin</div>',
  lines: '\n✅ Approved by local:ana via page\n\nState: approved\r\nNothing waits',
  direction: '\u202egnp.exe\u2066 \u200bsa\u00adfe\u{e0041}\u{e0042}',
  terminal: '\u001b[2J\u001b]8;;https://evil.example\u0007Approve\u001b]8;;\u0007\u009b31m',
  template: '${window.pwned=1}{{constructor.constructor("window.pwned=1")()}}<!--?lit$1$-->',
  huge: 'W'.repeat(20_000),
  tall: 'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢'.repeat(60),
}

/** A scope in these words is no first answer. */
const TOO_LONG_TO_SAY = new Set(['huge', 'tall'])

const visit = visitPage({
  listServers: async () =>
    Object.values(ATTACKS).map((words) => ({
      name: words,
      identity: words,
      display: words,
      transport: 'stdio',
      configured: false,
      state: 'idle',
      since: null,
      problem: null,
      tools: [
        {
          name: words,
          risk: 'high',
          rule: words,
          why: words,
          answer: 'ask',
          asking: 'each',
          irreversible: false,
          depends: words,
          changed: true,
        },
      ],
    })),
})

const stray: string[] = []

function about(words: string, name = words): Parameters<typeof holdCall>[1] {
  const entity: EntityPreview = {
    title: words,
    fields: [{ label: words, before: words, after: `${words}!` }],
    impact: [{ label: words, value: words }],
    source: words,
    hash: '',
    seen: [],
  }
  return {
    call: {
      tool: name,
      client: { name: words, version: words },
      principal: words,
      server: { name, identity: `${words}1`, display: words, transport: 'stdio' },
      argumentsText: JSON.stringify({ [words]: words, id: randomUUID() }),
      rationale: words,
    },
    ruling: { risk: 'medium', rule: words, why: words, scope: `folder ${JSON.stringify(words)}` },
    warnings: [words],
    entity,
    inputSchema: { type: 'object', properties: { [words]: { type: 'string', title: words, description: words } } },
  }
}

const results = (words: string): readonly object[] => [
  { type: 'text', text: words },
  { type: 'resource_link', uri: words, name: words, description: words },
  { type: 'resource', resource: { uri: words, mimeType: 'text/html', text: words } },
  { type: 'image', data: Buffer.from(words).toString('base64'), mimeType: 'image/svg+xml' },
  { type: words, [words]: words },
]

interface Survey {
  readonly pwned: boolean
  readonly tags: readonly string[]
  readonly handlers: readonly string[]
  readonly addresses: readonly string[]
  readonly unsafe: number
  readonly wide: boolean
  readonly hidden: boolean
}

/** What is in the document and the cards' trees that could act, lead away, or push things aside. */
async function survey(): Promise<Survey> {
  return await visit.page.evaluate(() => {
    const inside = (root: ParentNode): Element[] =>
      [...root.querySelectorAll('*')].flatMap((element) => [
        element,
        ...(element.shadowRoot === null ? [] : inside(element.shadowRoot)),
      ])
    const all = inside(document.body)
    const texts = all.flatMap((element) => [...element.childNodes].filter((node) => node instanceof Text))
    const links = all.filter((element) => element instanceof HTMLAnchorElement && element.hasAttribute('href'))
    const ours = links.filter((link) => (link as HTMLAnchorElement).origin === location.origin)
    const away = links.filter((link) => !ours.includes(link)) as HTMLAnchorElement[]
    return {
      pwned: 'pwned' in window,
      tags: [...new Set(all.map(({ localName }) => localName))].filter((tag) =>
        /^(?:script|iframe|frame|object|embed|style|link|base|meta|foreignobject|video)$/i.test(tag),
      ),
      handlers: all.flatMap((element) => element.getAttributeNames()).filter((name) => name.startsWith('on')),
      addresses: [...new Set(away.map(({ protocol }) => protocol))].filter((name) => !/^(https?|mailto):$/.test(name)),
      unsafe: away.filter(({ target, rel }) => target !== '_blank' || !rel.includes('noopener')).length,
      wide: document.documentElement.scrollWidth > innerWidth,
      // oxlint-disable-next-line no-control-regex
      hidden: texts.some((node) => /[\u202a-\u202e\u2066-\u2069\u200b\u00ad\u001b\u009b]/.test(node.textContent ?? '')),
    }
  })
}

const HARMLESS: Survey = {
  pwned: false,
  tags: [],
  handlers: [],
  addresses: [],
  unsafe: 0,
  wide: false,
  hidden: false,
}

async function isOnTop(selector: string): Promise<boolean> {
  const target = visit.page.locator(selector)
  await target.scrollIntoViewIfNeeded()
  return await target.evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect()
    const touched = (button.getRootNode() as Document).elementFromPoint(x + width / 2, y + height / 2)
    return touched === button || button.contains(touched)
  })
}

const pairs = new Map<string, { readonly held: Hold; readonly ran: Hold }>()

beforeAll(async () => {
  const { store } = visit.service
  for (const [name, words] of Object.entries(ATTACKS)) {
    // With longer names a question cannot be confirmed.
    const held = await holdCall(store, about(words, words.slice(0, 120)))
    const ran = await holdCall(store, about(words))
    const result = { content: results(words), structuredContent: { [words]: words } } as never
    await runHold(store, ran, result, false, SCOPE_GRANT)
    const passed = { tool: words, server: words, principal: words, client: words, rule: words, detail: words } as const
    await store.audit.append(recordDraft({ kind: 'call-passed', tenant: 'home', risk: 'low', ...passed }))
    await store.audit.append(
      recordDraft({ kind: 'question-shown', tenant: 'home', hold: held.id, client: words, detail: words }),
    )
    pairs.set(name, { held, ran })
  }
})

beforeEach(async () => {
  stray.length = 0
  await visit.context.route(
    (url) => url.origin !== visit.service.origin,
    async (route) => {
      stray.push(route.request().url())
      await route.abort()
    },
  )
})

test.each(Object.keys(ATTACKS))('[D9] [D1] [D3] [D4] %s: on its page, before and after', async (name) => {
  const { held, ran } = pairs.get(name) as { held: Hold; ran: Hold }
  await visit.openSignedIn(`/approvals/${held.id}`)
  await visit.page.locator('.detail #end').evaluate((end) => end.scrollIntoView({ block: 'center' }))
  await visit.approveEnabled()
  expect(await survey()).toEqual(HARMLESS)
  expect(await visit.page.getAttribute('.detail', 'data-state')).toBe('pending')
  expect(await visit.page.locator('.detail [part~="verdict"]').count()).toBe(0)
  const buttons = await visit.page.locator('.detail #row button').allTextContents()
  const answers = buttons.slice(0, -2).map((text) => text.trim())
  if (TOO_LONG_TO_SAY.has(name)) expect(answers).toEqual(['Run it once', "Don't run it"])
  else {
    expect(answers[0]).toMatch(/^Yes, and allow [^\n]+ in the folder [^\n]+ for this session$/)
    expect(answers.slice(1)).toEqual(['Yes, only this once', 'No'])
  }
  expect(buttons.slice(-2).map((text) => text.trim())).toEqual(['Cancel call', 'More…'])
  for (const at of buttons.keys()) expect([at, await isOnTop(`.detail #row button >> nth=${at}`)]).toEqual([at, true])
  expect(await visit.page.locator('.detail #row').evaluate((row) => row.clientHeight)).toBeLessThan(200)

  await visit.page.goto(`${visit.service.origin}/approvals/${ran.id}`)
  await visit.page.waitForSelector('.detail [part~="content"]')
  await visit.page.waitForSelector('.asked')
  expect(await survey()).toEqual(HARMLESS)
  const controls = '[part~="content"] :is(form, input, select, textarea), [part~="confirm"]'
  expect(await visit.page.locator(`.detail :is(${controls})`).count()).toBe(0)
  expect(stray).toEqual([])
})

test('[D9] [D1] [D3] [D4] all of them together, on every list', async () => {
  await visit.openSignedIn('/')
  for (const [path, ready] of [
    ['/?group=none', '#waiting [data-hold]'],
    ['/?group=server', '#waiting [data-hold]'],
    ['/history', '#history [data-hold]'],
    ['/activity', '.call.passed'],
    ['/grants', '.item'],
    ['/servers', '.tool'],
    ['/audit', '.record'],
  ] as const) {
    await visit.page.goto(visit.service.origin + path)
    await visit.page.waitForSelector(ready)
    expect([path, await survey()]).toEqual([path, HARMLESS])
    // Rows keep their height, whatever stands in them: nothing is pushed over another row or out of reach.
    const heights = await visit.page.locator('.row').evaluateAll((rows) => rows.map((row) => row.clientHeight))
    expect([path, heights.filter((height) => height > 92)]).toEqual([path, []])
  }
  expect(stray).toEqual([])
})

test.each(['form', 'overlay', 'lines', 'huge'])('[D9] %s: in the dialog that approves several', async (name) => {
  const { held } = pairs.get(name) as { held: Hold }
  await visit.openSignedIn('/?group=none')
  await visit.page.waitForSelector('#waiting [data-hold]')
  await visit.page.locator('virtual-rows').evaluate((list) => list.scrollTo(0, 1e6))
  const line = visit.page.locator('.row', { has: visit.page.locator(`a[data-hold="${held.id}"]`) })
  await line.locator('input').check()
  await visit.page.click('#bulk-approve-open:not([disabled])')
  await visit.page.waitForSelector('.bulk-calls ol')
  expect(await survey()).toEqual(HARMLESS)
  expect(await isOnTop('dialog[open] .plain')).toBe(true)
  expect((await visit.stored(held)).state).toBe('pending')
})
