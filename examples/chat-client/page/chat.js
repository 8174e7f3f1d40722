/** One card for each call. The page stands for the model too: the form at the bottom makes the calls that a model would make. */
const key = new URLSearchParams(location.hash.slice(1)).get('key') ?? ''
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
const main = document.querySelector('main')
const form = document.querySelector('form')
const cards = new Map()

function show({ invocation, question }) {
  let card = cards.get(invocation.id)
  if (card === undefined) {
    card = document.createElement('tool-card')
    card.addEventListener('hold-verdict', ({ detail }) => void answer(card, detail))
    cards.set(invocation.id, card)
    main.append(card)
  }
  card.invocation = invocation
  // The server's own words, as text: whatever they contain, they draw nothing and can be no button.
  card.querySelector('pre')?.remove()
  if (question === null) return
  const words = document.createElement('pre')
  words.slot = 'before'
  words.textContent = question
  card.append(words)
}

async function answer(card, detail) {
  const reply = await fetch('/answer', { method: 'POST', headers, body: JSON.stringify(detail) })
  card.notice = reply.ok ? null : 'This question is closed.'
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const { tool, arguments: given } = Object.fromEntries(new FormData(form))
  void fetch('/call', { method: 'POST', headers, body: JSON.stringify({ tool, arguments: JSON.parse(given) }) })
})

for (const tool of await (await fetch('/tools', { headers })).json()) form.elements.tool.append(new Option(tool))

let rest = ''
const stream = (await fetch('/calls', { headers })).body.pipeThrough(new TextDecoderStream())
for await (const part of stream) {
  const lines = (rest + part).split('\n')
  rest = lines.pop()
  for (const line of lines) show(JSON.parse(line))
}
