/**
 * The view of an MCP Apps host: `<tool-card>` and the wire to the host. While the call is open it looks for its
 * question; a host that draws late sends the pending result instead.
 */
// oxlint-disable-next-line import/no-unassigned-import -- defines the element
import '@holdpoint/card/element'
import type { JsonObject } from '@holdpoint/core'
import { createBelowCard } from './below-card.ts'
import { createBridge } from './bridge.ts'
import type { Sent } from './bridge.ts'
import { newCall } from './call.ts'
import { createCardController } from './card-controller.ts'
import type { ViewTools } from './card-controller.ts'
import { reportSize, takeLook } from './host-look.ts'
import { createLanguage } from './language.ts'
import { questionOf, holdStatusOf } from './received.ts'
import type { ServerFacts } from './received.ts'
import { word } from './words.ts'

const PROTOCOL = '2026-01-26'
const LONGEST_PAUSE_MS = 5000

const find = <Found extends Element>(selector: string): Found => document.querySelector(selector) as Found
const card = find<HTMLElementTagNameMap['tool-card']>('tool-card')
const given = find<HTMLElement>('#facts')
const facts = JSON.parse(given.textContent ?? '') as ViewTools & ServerFacts
const call = newCall(facts)
const bridge = createBridge()
const controller = createCardController(card, createBelowCard(find('#below')), bridge, facts, call)

async function askForWords(): Promise<unknown> {
  return holdStatusOf(await bridge.callTool(facts.status, { words: given.dataset['words'] }))?.words
}

const takeLocale = createLanguage(card, askForWords, controller.draw)

function takeContext(context: Sent): void {
  takeLook(card, context)
  takeLocale(context.locale)
  const { name, title } = context.toolInfo?.tool ?? {}
  if (typeof name === 'string') call.tool = name
  if (typeof title === 'string') call.title = title
  // What a person is doing with a question is not disturbed by looks; what stands around it is said in their language.
  if (call.standing?.state !== 'pending') controller.draw()
  else controller.speak()
}

async function findQuestion(): Promise<void> {
  // A host that draws late sends the result right behind the input.
  let hasFailed = false
  for (let pause = 150; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    // What is asked elsewhere may come to be asked here.
    if (!call.isOpen || call.question?.nonce || bridge.ended()) return
    try {
      const wanted = { arguments: call.input, ...(call.tool === null ? {} : { tool: call.tool }) }
      const answer = await bridge.callTool(facts.pending, wanted)
      if (!call.isOpen) return
      const question = questionOf(answer)
      if (question === undefined) {
        call.runs = (answer.structuredContent as Sent)?.state === 'none'
        if (call.question === null) controller.draw()
      } else if (call.question === null || question.nonce !== null) controller.takeQuestion(question)
    } catch {
      // A host that passes no tools on still sends the result.
      if (hasFailed) return
      hasFailed = true
    }
  }
}

function takeInput(input: JsonObject | undefined, isWhole: boolean): void {
  if (call.question !== null || call.isSent) return
  call.input = input ?? {}
  call.isSent = isWhole
  controller.draw()
  if (isWhole && call.isOpen) void findQuestion()
}

bridge.hear('ui/notifications/tool-input-partial', (params) => takeInput(params.arguments, false))
bridge.hear('ui/notifications/tool-input', (params) => takeInput(params.arguments, true))
bridge.hear('ui/notifications/tool-result', controller.takeResult)
bridge.hear('ui/notifications/tool-cancelled', () => {
  // The host gave up on the call; the question stays, and the agent has to call again.
  call.isSent = true
  call.isOpen = false
  controller.draw()
})
bridge.hear('ui/notifications/host-context-changed', takeContext)

card.addEventListener('hold-verdict', ({ detail }) => void controller.answer(detail))
card.addEventListener('tool-open', (event) => {
  // A frame opens no windows: the host does, and asks its person as it likes.
  event.preventDefault()
  const { uri } = event.detail
  // Spelled as a browser would open it: nothing in an address hides.
  if (/^(https?|mailto):/i.test(uri) && URL.canParse(uri)) void controller.openLink(new URL(uri).href)
})
setInterval(() => void controller.look(), 1000)

const appInfo = { name: 'holdpoint-card', version: '2' }
bridge.ask('ui/initialize', { protocolVersion: PROTOCOL, appInfo, appCapabilities: {} }).then(
  (host) => {
    bridge.tell('ui/notifications/initialized')
    takeContext(host.hostContext ?? {})
    reportSize(bridge)
  },
  () => find('#below').append(word('silent')),
)
