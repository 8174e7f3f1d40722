// Draws the pictures of questions in chats for the docs: a sample hold, made into a message by the product, and what a channel really sent
// of it to the local server that plays its platform. The fonts and frames are ours; texts, their order and the buttons are those
// of the payload. Needs a build. Writes docs/images/chat-*.png, or into the folder given as the first argument.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { createDingTalkChannel, createFeishuChannel, createSlackChannel } from '../packages/channels/dist/index.js'
import {
  drawDingTalkCard,
  drawDingTalkMarkdown,
  startDingTalkFake,
  startFeishuFake,
  startSlackFake,
} from '../packages/channels/dist/testing/index.js'
import { questionMessage } from '../packages/channels/dist/questions/question-message.js'
import { questionWord } from '../packages/channels/dist/questions/question-words.js'
import { buildPreview, digestArguments, say } from '../packages/core/dist/index.js'
import { findChromium } from './find-chromium.mjs'

const images = process.argv[2] ?? fileURLToPath(new URL('../docs/images', import.meta.url))

/** A moment of a working day, so that the same payloads give the same pictures. */
const NOW = Date.parse('2026-11-18T14:02:00Z')
const sha256 = (data) => createHash('sha256').update(data).digest('hex')

/** What the examples are about; `note` is what an attacker would have written into the arguments. */
const ASKED = {
  en: {
    title: 'Delete order SO-7?',
    fields: [
      { label: 'status', before: 'open', after: '(gone)' },
      { label: 'customer', before: 'Dawn Stationery <a@dawn.example>', after: null },
    ],
    rationale: 'The customer withdrew the order.',
  },
  'zh-CN': {
    title: '删除订单 SO-7？',
    fields: [
      { label: '状态', before: '未发货', after: '（不存在）' },
      { label: '客户', before: '晨光文具 <a@chenguang.example>', after: null },
    ],
    rationale: '客户要求取消该订单。',
  },
}

/** A hold as the gateway stores it, waiting or approved by `by`. */
function holdOf(locale, note, by = null) {
  const { title, fields, rationale } = ASKED[locale]
  const given = { id: 'SO-7', note }
  const call = {
    tenant: 'default',
    principal: 'token:support-bot',
    client: { name: 'support-bot', version: '2.1' },
    session: 's1',
    server: { name: 'shop', identity: 'shop', display: 'npx shop-mcp', transport: 'stdio' },
    tool: 'delete_order',
    argumentsText: JSON.stringify(given),
    arguments: given,
    digest: digestArguments(given, sha256),
    rationale,
    relaysAPerson: false,
  }
  const ruling = {
    risk: 'high',
    answer: 'ask',
    rule: 'verbs',
    why: say('verbIsHigh', { verb: 'delete' }),
    rails: null,
    approvers: null,
    quorum: 1,
    assurance: 'identified',
    irreversible: true,
    grantable: false,
    scope: null,
    gateOff: false,
    decideWithinMs: 4 * 3_600_000,
    executeWithinMs: 600_000,
    undoWindowMs: 0,
    declineSticksMs: 600_000,
  }
  const entity = { title, fields, impact: [], source: 'get_order', hash: sha256(title), seen: [] }
  const verdict = {
    answer: 'approve',
    by,
    person: 'ana',
    via: 'channel',
    assurance: 'identified',
    at: NOW,
    reason: null,
  }
  return {
    id: 'h1',
    revision: by === null ? 0 : 3,
    state: by === null ? 'pending' : 'succeeded',
    call,
    ruling,
    preview: buildPreview({ call, ruling, definition: null, warnings: [], entity, sha256 }),
    inputSchemaText: null,
    createdAt: NOW,
    decideBy: NOW + ruling.decideWithinMs,
    verdicts: by === null ? [] : [{ ...verdict, edits: null }],
    edit: null,
    outcome: null,
    note: null,
  }
}

/** The message that the product makes of it for this channel. */
function messageFor(channel, hold, locale) {
  const { platform, buttons, signsReplies } = channel.about
  const { message } = questionMessage(hold, {
    audience: 'approver',
    locale,
    code: '7F3K',
    buttons: buttons ? { approve: 'a1', decline: 'd1' } : null,
    signsReplies,
    page: 'https://holdpoint.example/approvals/h1',
    here: platform,
    inGroup: true,
    now: NOW,
    fits: (drawn) => channel.fits(drawn),
  })
  return message
}

const PLACE = { kind: 'group', id: 'cidGroup1==' }

const escapeHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function cardHtml(values, notice) {
  const { buttons, link } = drawDingTalkCard(values)
  const bodies = Object.keys(values).filter((name) => /^body\d+$/.test(name) && values[name] !== '')
  const [approve, ...others] = buttons
  return `<div class="card"><div class="head ${values.risk}">${escapeHtml(values.title)}</div>
    ${bodies.map((name) => `<div class="text">${escapeHtml(values[name])}</div>`).join('')}
    ${buttons.some(({ asksReason }) => asksReason) ? `<label>${escapeHtml(values.reason_label)}<span>${escapeHtml(values.reason_placeholder)}</span></label>` : ''}
    ${approve === undefined ? '' : `<div class="buttons"><b class="first">${escapeHtml(approve.text)}</b>${others.map(({ text }) => `<b>${escapeHtml(text)}</b>`).join('')}</div>`}
    ${link === null ? '' : `<a>${escapeHtml(values.link_text)} ›</a>`}
    ${notice === undefined ? '' : `<div class="notice">${escapeHtml(notice)}</div>`}</div>`
}

function markdownHtml(markdown) {
  const { text, live } = drawDingTalkMarkdown(markdown)
  const kindsOf = (line) =>
    live
      .filter((found) => found.line === line)
      .map(({ kind }) => kind)
      .join(' ')
  const lines = text.split('\n').map((line, number) => `<p class="${kindsOf(number)}">${escapeHtml(line)}</p>`)
  return `<div class="card markdown">${lines.filter((line) => !line.endsWith('"></p>')).join('')}</div>`
}

async function drawDingTalk(page) {
  const fake = await startDingTalkFake()
  const options = { name: 'ding', clientId: fake.clientId, clientSecret: fake.clientSecret, apiBase: fake.url }
  const cards = createDingTalkChannel({ ...options, cardTemplateId: fake.cardTemplateId })
  const robot = createDingTalkChannel(options)
  const note = '[确认](dtmd://dingtalkclient/sendMessage?content=确认)'
  const decidedMessage = messageFor(cards, holdOf('zh-CN', note, 'dingtalk:W1/U1'), 'zh-CN')
  const notice = questionWord('zh-CN', 'youApproved')
  await cards.open({ pressed: async () => ({ notice, message: decidedMessage }), wrote: async () => {} })
  const message = messageFor(cards, holdOf('zh-CN', note), 'zh-CN')
  for (const id of ['open', 'decided']) await cards.deliver({ id, place: PLACE, message })
  const { buttons } = drawDingTalkCard(fake.cards()[1].values)
  await fake.press({ outTrackId: 'decided', userId: 'U1', params: buttons[0].params })
  await robot.deliver({ id: 'markdown', place: PLACE, message: messageFor(robot, holdOf('zh-CN', note), 'zh-CN') })
  const [open, decided] = fake.cards()
  const ofPresser = decided.valuesFor('U1')
  await page.setContent(`<style>${STYLE}</style><main>
    <section>${cardHtml(open.values)}</section>
    <section>${cardHtml(ofPresser, ofPresser.notice)}</section>
    <section>${markdownHtml(fake.messages()[0].param.text)}</section></main>`)
  await page.locator('main').screenshot({ path: join(images, 'chat-dingtalk.png') })
  await cards.close()
  await robot.close()
  await fake.close()
}

/** The elements of a card of Feishu, one inside the other. */
function feishuHtml(element) {
  const inside = (elements) => elements.map(feishuHtml).join('')
  switch (element.tag) {
    case 'div': {
      const { content, text_color: colour = '', text_size: size = '' } = element.text
      return `<div class="text ${colour} ${size}">${escapeHtml(content)}</div>`
    }
    case 'column_set':
      return `<div class="columns ${element.background_style}">${inside(element.columns)}</div>`
    case 'column':
      return `<div style="flex: ${element.weight}">${inside(element.elements)}</div>`
    case 'form':
      return `<div class="form">${inside(element.elements)}</div>`
    case 'input':
      return `<label>${escapeHtml(element.label.content)}<span>${escapeHtml(element.placeholder.content)}</span></label>`
    case 'button': {
      const look = { primary_filled: 'first', danger: 'danger' }[element.type] ?? ''
      return `<div class="buttons"><b class="${look}">${escapeHtml(element.text.content)}</b></div>`
    }
  }
  throw new Error(`No picture of ${element.tag}.`)
}

async function drawFeishu(page) {
  const place = { kind: 'group', id: 'oc_team' }
  const fake = await startFeishuFake({ chats: [place.id], people: ['ou_ana'] })
  const { appId, appSecret, workspace } = fake.app
  const channel = createFeishuChannel({
    name: 'feishu',
    appId,
    appSecret,
    apiUrl: fake.url,
    events: { by: 'stream' },
  })
  const note = '<at id=all></at> [确认](https://evil.example)'
  const message = messageFor(channel, holdOf('zh-CN', note), 'zh-CN')
  const answer = {
    notice: questionWord('zh-CN', 'youApproved'),
    message: messageFor(channel, holdOf('zh-CN', note, `feishu:${workspace}/ou_ana`), 'zh-CN'),
  }
  await channel.open({ pressed: async () => answer, wrote: async () => {} })
  for (const id of ['open', 'decided']) await channel.deliver({ id, place, message })
  const decided = fake.messages(place.id)[1].id
  await fake.press({ message: decided, button: message.buttons[0].id, by: { tenantKey: workspace, openId: 'ou_ana' } })
  const waits = questionWord('zh-CN', 'waits', { title: message.title, code: '7F3K' })
  await channel.say(place, [questionWord('zh-CN', 'sayWhich'), waits, questionWord('zh-CN', 'mentionMe')].join('\n'))
  const cards = fake.messages(place.id).map(({ card: { header, body } }) => {
    const head =
      header === undefined ? '' : `<div class="head ${header.template}">${escapeHtml(header.title.content)}</div>`
    return `<div class="card feishu">${head}${body.elements.map(feishuHtml).join('')}</div>`
  })
  await page.setContent(`<style>${STYLE}</style><main class="two">
    <section>${cards[0]}</section>
    <section>${cards[1]}<div class="toast">${escapeHtml(fake.toasts()[0])}</div>${cards[2]}</section></main>`)
  await page.locator('main').screenshot({ path: join(images, 'chat-feishu.png') })
  await channel.close()
  await fake.close()
}

/** The blocks of a message in Slack: all their texts are `plain_text`. */
function slackHtml(block) {
  const said = ({ type, text }) => {
    if (type !== 'plain_text') throw new Error(`No picture of ${type}.`)
    return escapeHtml(text)
  }
  switch (block.type) {
    case 'header':
      return `<div class="title">${said(block.text)}</div>`
    case 'section':
      return block.fields === undefined
        ? `<div class="text">${said(block.text)}</div>`
        : `<div class="cells">${block.fields.map((field) => `<div class="text">${said(field)}</div>`).join('')}</div>`
    case 'context':
      return `<div class="text small">${block.elements.map(said).join(' ')}</div>`
    case 'actions':
      return `<div class="actions">${block.elements.map(({ text, style = '' }) => `<b class="${style}">${said(text)}</b>`).join('')}</div>`
    case 'input':
      return `<label>${said(block.label)}<span>${said(block.element.placeholder)}</span></label>`
  }
  throw new Error(`No picture of ${block.type}.`)
}

async function drawSlack(page) {
  const place = { kind: 'group', id: 'C0OPS' }
  const fake = await startSlackFake({ channels: [place.id], people: ['U0ANA'] })
  const { botToken, appToken, url } = fake
  const events = { by: 'socket', appToken }
  const channel = createSlackChannel({ name: 'slack', botToken, events, apiUrl: url })
  const note = '<!channel> <https://evil.example|read this first>'
  const answer = {
    notice: questionWord('en', 'youApproved'),
    message: messageFor(channel, holdOf('en', note, 'slack:T1/U0ANA'), 'en'),
  }
  await channel.open({ pressed: async () => answer, wrote: async () => {} })
  for (const id of ['open', 'decided'])
    await channel.deliver({ id, place, message: messageFor(channel, holdOf('en', note), 'en') })
  const [open, decided] = fake.messages(place.id)
  const buttonOf = (message, text) => message.drawn.buttons.find((button) => button.text === text).actionId
  const press = (message, text) =>
    fake.press({ channel: place.id, ts: message.ts, actionId: buttonOf(message, text), user: 'U0ANA' })
  await press(open, 'Decline')
  await press(decided, 'Approve')
  while (
    fake.notices().length === 0 ||
    fake.forms().length === 0 ||
    fake.messages(place.id)[1].drawn.buttons.length > 0
  )
    await new Promise((resolve) => setTimeout(resolve, 20))
  const message = (blocks) =>
    `<div class="slack"><i>H</i><div><em>Holdpoint</em> <small>APP</small>${blocks.map(slackHtml).join('')}</div></div>`
  const [first, second] = fake.messages(place.id)
  const { view } = fake.forms()[0]
  await page.setContent(`<style>${STYLE}</style><main class="two white">
    <section>${message(first.blocks)}</section>
    <section>${message(second.blocks)}
      <div class="only">Only visible to you</div><div class="slack"><i>H</i><div>${escapeHtml(fake.notices()[0].drawn.text)}</div></div>
      <div class="form-of-slack"><div class="title">${escapeHtml(view.title.text)}</div>${view.blocks.map(slackHtml).join('')}
        <div class="actions right"><b>${escapeHtml(view.close.text)}</b><b class="primary">${escapeHtml(view.submit.text)}</b></div></div></section></main>`)
  await page.locator('main').screenshot({ path: join(images, 'chat-slack.png') })
  await channel.close()
  await fake.close()
}

const STYLE = `
  body { margin: 0; font: 14px/1.5 'Noto Sans', 'Noto Sans CJK SC', 'Noto Color Emoji', sans-serif; color: #171a1d; }
  main { display: flex; gap: 20px; align-items: flex-start; padding: 20px; background: #eef0f4; width: 1120px; box-sizing: border-box; }
  section { flex: 1; min-width: 0; }
  .card { background: #fff; border-radius: 10px; overflow: hidden; padding-bottom: 12px; }
  .head { padding: 10px 14px; font-weight: 600; background: #e8ebf0; margin-bottom: 8px; }
  .head.high { background: #ffe4e2; color: #a3160c; }
  .text { padding: 2px 14px; white-space: pre-wrap; overflow-wrap: anywhere; }
  .buttons { display: flex; gap: 8px; padding: 10px 14px 4px; }
  .buttons b { flex: 1; text-align: center; border: 1px solid #c9ced6; border-radius: 8px; padding: 6px; font-weight: 500; }
  .buttons b.first { background: #1677ff; border-color: #1677ff; color: #fff; }
  label { display: block; padding: 6px 14px 0; color: #5f6672; }
  label span { display: block; border: 1px solid #c9ced6; border-radius: 6px; padding: 4px 8px; color: #9aa1ac; }
  a { display: block; padding: 8px 14px 0; color: #1677ff; }
  .notice { padding: 8px 14px 0; color: #5f6672; }
  .markdown { padding: 12px 14px; overflow-wrap: anywhere; }
  p { margin: 4px 0; }
  p.heading { font-size: 17px; font-weight: 600; }
  p.emphasis { font-weight: 600; }
  p.quotation { margin: 0; border-left: 3px solid #c9ced6; padding-left: 8px; color: #4a515c; }
  p.link { color: #1677ff; }
  main.two { width: 860px; }
  .feishu { padding-top: 10px; }
  .feishu .head { margin-top: -10px; color: #fff; }
  .feishu .head.red { background: #f54a45; }
  .feishu .head.grey { background: #8f959e; }
  .text.red { color: #d83931; }
  .text.grey { color: #646a73; }
  .text.notation { font-size: 12px; }
  .columns { display: flex; gap: 8px; padding: 0 14px; }
  .columns > div { min-width: 0; }
  .columns .text { padding: 2px 0; }
  .columns.grey { background: #f2f3f5; margin: 4px 14px; padding: 4px 10px; border-radius: 6px; }
  .buttons b.danger { border-color: #f54a45; color: #d83931; }
  .toast { margin: 12px auto; width: fit-content; background: #1f2329; color: #fff; border-radius: 8px; padding: 8px 14px; }
  main.white { background: #fff; }
  .slack { display: flex; gap: 10px; margin-bottom: 14px; }
  .slack > i { flex: none; width: 34px; height: 34px; border-radius: 6px; background: #2b5bd7; color: #fff; font: 600 18px/34px sans-serif; text-align: center; }
  .slack > div { min-width: 0; }
  .slack em { font-style: normal; font-weight: 700; }
  .slack small { background: #e8e8e8; color: #616061; border-radius: 3px; padding: 0 4px; font-size: 10px; }
  .slack .text { padding: 2px 0; }
  .title { font-size: 17px; font-weight: 700; margin: 2px 0; }
  .text.small, .only { font-size: 12px; color: #616061; }
  .cells { display: grid; grid-template-columns: 1fr 1fr; gap: 2px 14px; }
  .actions { display: flex; gap: 8px; margin-top: 8px; }
  .actions.right { justify-content: flex-end; padding: 0 14px 12px; }
  .actions b { border: 1px solid #bbb; border-radius: 6px; padding: 4px 12px; font-weight: 600; }
  .actions b.primary { background: #007a5a; border-color: #007a5a; color: #fff; }
  .actions b.danger { background: #e01e5a; border-color: #e01e5a; color: #fff; }
  .only { margin-bottom: 6px; }
  .form-of-slack { border: 1px solid #ddd; border-radius: 8px; box-shadow: 0 4px 16px #0002; margin-top: 18px; }
  .form-of-slack .title { padding: 12px 14px 4px; }
  .form-of-slack .text { padding: 2px 14px; }`

const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
const page = await browser.newPage({ viewport: { width: 1120, height: 700 }, deviceScaleFactor: 1.5 })
await drawDingTalk(page)
await drawFeishu(page)
await drawSlack(page)
await browser.close()
