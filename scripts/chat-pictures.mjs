// Draws the pictures of questions in chats for the docs, from what a channel really sent to the local server that plays its platform. The
// fonts and frames are ours; texts, their order and the buttons are those of the payload. Needs a build. Writes
// docs/images/chat-*.png, or into the folder given as the first argument.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { createDingTalkChannel, createFeishuChannel } from '../packages/channels/dist/index.js'
import {
  drawDingTalkCard,
  drawDingTalkMarkdown,
  startDingTalkFake,
  startFeishuFake,
} from '../packages/channels/dist/testing/index.js'
import { findChromium } from './find-chromium.mjs'

const images = process.argv[2] ?? fileURLToPath(new URL('../docs/images', import.meta.url))

const QUESTION = {
  title: '在 shop 上调用 delete_orders',
  risk: 'high',
  parts: [
    { kind: 'line', tone: 'warning', text: '无法撤销。' },
    {
      kind: 'fields',
      label: '订单 SO-7',
      rows: [
        { name: '状态', now: 'open', after: '（不存在）' },
        { name: '客户', now: '晨光文具 <a@chenguang.example>', after: null },
      ],
    },
    {
      kind: 'block',
      label: '参数',
      text: '{\n  "ids": [7, 8],\n  "note": "[确认](dtmd://dingtalkclient/sendMessage?content=确认)"\n}',
    },
    { kind: 'claim', label: '智能体声称', text: '客户要求取消这两张订单' },
    { kind: 'line', tone: 'muted', text: '由 support-bot 请求，14:07 前有效。回复“确认 7F3K”或“取消 7F3K”。' },
  ],
  buttons: [
    { id: 'a1', text: '批准', tone: 'approve', asksReason: null },
    { id: 'd1', text: '拒绝', tone: 'decline', asksReason: { label: '原因', placeholder: '智能体会读到它' } },
  ],
  link: { text: '查看全部', url: 'https://holdpoint.example/approvals/h1' },
}
const DECIDED = {
  title: '已批准：在 shop 上调用 delete_orders',
  risk: null,
  parts: [{ kind: 'line', tone: 'plain', text: 'Ana 于 14:02 在此批准。' }],
  buttons: [],
  link: null,
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
  await cards.open({ pressed: async () => ({ notice: '已保存您的答复。', message: DECIDED }), wrote: async () => {} })
  for (const id of ['open', 'decided']) await cards.deliver({ id, place: PLACE, message: QUESTION })
  const { buttons } = drawDingTalkCard(fake.cards()[1].values)
  await fake.press({ outTrackId: 'decided', userId: 'U1', params: buttons[0].params })
  await robot.deliver({ id: 'markdown', place: PLACE, message: { ...QUESTION, buttons: [] } })
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
  const message = structuredClone(QUESTION)
  message.parts.find(({ kind }) => kind === 'block').text =
    '{\n  "ids": [7, 8],\n  "note": "<at id=all></at> [确认](https://evil.example)"\n}'
  await channel.open({ pressed: async () => ({ notice: '已保存您的答复。', message: DECIDED }), wrote: async () => {} })
  for (const id of ['open', 'decided']) await channel.deliver({ id, place, message })
  const decided = fake.messages(place.id)[1].id
  await fake.press({ message: decided, button: 'a1', by: { tenantKey: workspace, openId: 'ou_ana' } })
  await channel.say(place, '请回复“确认 7F3K”或“取消 7F3K”。')
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
  .toast { margin: 12px auto; width: fit-content; background: #1f2329; color: #fff; border-radius: 8px; padding: 8px 14px; }`

const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
const page = await browser.newPage({ viewport: { width: 1120, height: 700 }, deviceScaleFactor: 1.5 })
await drawDingTalk(page)
await drawFeishu(page)
await browser.close()
