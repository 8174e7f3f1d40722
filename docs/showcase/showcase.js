/** Draws the samples: `?preset=`, `?theme=`, `?locale=`, `?dir=` choose; `?preset=all` shows every preset. */
import { PRESETS } from '@holdpoint/card'
import { previewIn, translate } from '@holdpoint/core'
import { samples } from './samples.js'

const query = new URLSearchParams(location.search)
const choice = {
  preset: query.get('preset') ?? 'material3',
  theme: query.get('theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'),
  locale: query.get('locale') ?? 'en',
  dir: query.get('dir') ?? 'ltr',
}
const OPTIONS = {
  preset: [...PRESETS, 'all'],
  theme: ['light', 'dark'],
  locale: ['en', 'zh-CN'],
  dir: ['ltr', 'rtl'],
}

const root = document.documentElement
root.lang = choice.locale
root.dir = choice.dir
root.style.colorScheme = choice.theme

for (const [name, options] of Object.entries(OPTIONS)) {
  const select = document.querySelector(`select[name="${name}"]`)
  select.replaceChildren(...options.map((option) => new Option(option, option, false, option === choice[name])))
  select.addEventListener('change', () => select.form.submit())
}

const only = query.get('only')?.split(',')
const main = document.querySelector('main')
main.replaceChildren()
for (const preset of choice.preset === 'all' ? PRESETS : [choice.preset]) {
  const section = document.createElement('section')
  section.dataset.preset = preset
  const heading = document.createElement('h2')
  heading.textContent = preset
  const grid = document.createElement('div')
  grid.className = 'grid'
  for (const [name, invocation] of Object.entries(samples())) {
    if (only !== undefined && !only.includes(name)) continue
    const card = document.createElement('tool-card')
    card.id = `${preset}-${name}`
    card.dataset.sample = name
    card.invocation = inLanguage(invocation)
    card.addEventListener('hold-verdict', ({ detail }) => decide(card, detail))
    grid.append(card)
  }
  section.append(heading, grid)
  main.append(section)
}

/** Sentences of ours come in English; a page translates them for its reader. */
function inLanguage(invocation) {
  const { hold } = invocation
  if (hold === undefined) return invocation
  const said = (sentence, group) =>
    typeof sentence === 'string' ? translate(sentence, group, choice.locale) : sentence
  const preview = hold.preview === undefined ? {} : { preview: previewIn(hold.preview, invocation.tool, choice.locale) }
  return { ...invocation, hold: { ...hold, why: said(hold.why, 'rating'), via: said(hold.via, 'rail'), ...preview } }
}

/** What a host would do with a verdict, without a server. */
function decide(card, { answer, reason, edits }) {
  const { invocation } = card
  const decided = {
    decided_by: 'you',
    via: translate('page', 'rail', choice.locale),
    decided_at: new Date().toISOString(),
    reason,
    state: answer === 'approve' ? 'approved' : answer === 'decline' ? 'declined' : 'cancelled',
  }
  const state = answer === 'approve' ? 'running' : 'cancelled'
  setTimeout(() => {
    card.invocation = { ...invocation, state, hold: { ...invocation.hold, ...decided } }
  }, 300)
  if (answer !== 'approve') return
  setTimeout(() => {
    const content = [{ type: 'text', text: edits === null ? 'Done.' : `Done with \`${edits}\`.` }]
    card.invocation = { ...invocation, state: 'success', content, hold: { ...invocation.hold, ...decided } }
  }, 1800)
}
