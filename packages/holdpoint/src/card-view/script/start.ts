/**
 * What the card knows, and how it begins. While the call is open it looks for its question; a host that draws late sends
 * the pending result instead. The arguments that the host passes are only searched with, never shown: what is shown is
 * what is stored.
 */
export const START: string = String.raw`
const TOOLS = JSON.parse(document.getElementById('tools').textContent)
const CARD_KEY = 'dev.holdpoint/card'
const HOLD_KEY = 'dev.holdpoint/hold'
let toolName = null
let card = null
let standing = null
let question = null
let callOpen = true
let busy = false
let answeredHere = null
let toldAgent = false
let endsAt = 0
let drawnAt = 0

function takeCard(told) {
  const same = card !== null && card.hold === told.hold && question !== null
  if (!same) {
    answeredHere = null
    toldAgent = false
    drawnAt = performance.now()
  }
  // A question that is on the screen stays as it was read; only how it stands is news.
  card = same && card.nonce !== null ? card : told
  toolName = card.tool
  standing = told
  endsAt = performance.now() + told.ttl_seconds * 1000
  if (same) drawStanding()
  else drawQuestion()
  if (!callOpen && answeredHere !== null) tellAgent()
}

async function findQuestion(args) {
  // A host that draws late sends the result right behind the input.
  for (let pause = 150; callOpen && card === null; pause = Math.min(pause * 2, 5000)) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    if (!callOpen || card !== null) return
    try {
      const reply = await callTool(TOOLS.pending, { arguments: args, ...(toolName === null ? {} : { tool: toolName }) })
      const told = reply._meta?.[CARD_KEY]
      if (told !== undefined && callOpen && card === null) return takeCard(told)
    } catch {
      // A host that passes no tools on still sends the result.
      return
    }
  }
}

heard['ui/notifications/tool-input'] = (params) => {
  if (card !== null || !callOpen) return
  show('Tool invocation', make('p', { class: 'quiet', role: 'status' }, (toolName ?? 'The call') + ' is on its way\u2026'))
  findQuestion(params.arguments ?? {})
}
heard['ui/notifications/tool-result'] = takeResult
heard['ui/notifications/tool-cancelled'] = () => {
  // The host gave up on the call; the question stays, and the agent has to call again.
  callOpen = false
  if (question === null) show('Tool invocation', make('p', { class: 'quiet', role: 'status' }, 'The host cancelled the call.'))
}
heard['ui/notifications/host-context-changed'] = takeContext

ask('ui/initialize', { protocolVersion: PROTOCOL, appInfo: { name: 'holdpoint-card', version: '1' }, appCapabilities: {} }).then(
  (host) => {
    takeContext(host.hostContext ?? {})
    post({ method: 'ui/notifications/initialized' })
    reportSize()
  },
  (error) => show('Holdpoint', make('p', { class: 'quiet' }, 'This host does not answer: ' + error.message)),
)
`
