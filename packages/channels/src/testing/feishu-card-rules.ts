/**
 * What Feishu takes as a card, roughly: JSON 2.0 with the components that bots use, with its limits; and what people see of
 * one. Stricter than Feishu where Feishu would show something else than was meant. Source: open.feishu.cn, feishu-cards.
 */
export type FeishuJson = { readonly [name: string]: unknown }

export interface DrawnFeishuCard {
  /** Everything that is shown as text, in order; without the texts on buttons. */
  readonly text: string
  readonly buttons: readonly FeishuCardButton[]
  readonly links: readonly string[]
  /** Whatever else Feishu acts on: markup with mentions and links, persons, images. */
  readonly live: readonly string[]
}

export interface FeishuCardButton {
  readonly text: string
  /** What a press carries. */
  readonly value: FeishuJson
  readonly name: string | null
  /** The names of the inputs whose texts travel with it; `null`: it stands in no form. */
  readonly inputs: readonly string[] | null
}

const MOST_ELEMENTS = 200
const LONGEST_LABEL = 100
const CONTAINERS = new Set(['column_set', 'column', 'form', 'collapsible_panel', 'interactive_container'])
const LEAVES = new Set([
  'div',
  'markdown',
  'plain_text',
  'lark_md',
  'hr',
  'img',
  'person',
  'person_list',
  'button',
  'input',
])
const HEADER_COLOURS = new Set(
  'blue wathet turquoise green yellow orange red carmine violet purple indigo grey default'.split(' '),
)

/** Why Feishu refuses the card; `null`: it takes it. */
export function refuseFeishuCard(card: unknown): string | null {
  if (!isJson(card)) return 'parse card json err'
  if (card['schema'] !== '2.0') return 'schema is not 2.0'
  const { config, header, body } = card
  if (!isJson(config) || config['update_multi'] !== true) return 'update_multi must be true'
  if (header !== undefined) {
    if (!isJson(header) || !isText(header['title'])) return 'header without title'
    const { template = 'default' } = header
    if (typeof template !== 'string' || !HEADER_COLOURS.has(template)) return 'invalid template'
  }
  if (!isJson(body) || !Array.isArray(body['elements'])) return 'body without elements'
  const elements = [...walk(card, [])]
  if (elements.length > MOST_ELEMENTS) return `element exceeds the limit: ${elements.length}`
  const names = elements.map(({ element }) => element['name']).filter((name) => name !== undefined)
  if (new Set(names).size !== names.length) return 'duplicate name'
  for (const { element, path } of elements) {
    const why = refuseElement(element, path)
    if (why !== null) return `${why} (${String(element['tag'])})`
  }
  return null
}

function refuseElement(element: FeishuJson, path: readonly string[]): string | null {
  const tag = String(element['tag'])
  if (!CONTAINERS.has(tag) && !LEAVES.has(tag)) return 'unsupported tag'
  const inForm = path.includes('form')
  switch (tag) {
    case 'plain_text':
    case 'lark_md':
    case 'markdown':
      return typeof element['content'] === 'string' ? null : 'content is not a string'
    case 'div':
      return isText(element['text']) ? null : 'div without text'
    case 'form':
      return refuseForm(element, path)
    case 'input':
      if (inForm && typeof element['name'] !== 'string') return 'name is required in a form'
      return tooLong(element['placeholder']) ? 'placeholder too long' : null
    case 'button':
      if (!isText(element['text']) || tooLong(element['text'])) return 'text of a button'
      if (inForm && (typeof element['name'] !== 'string' || element['form_action_type'] === undefined))
        return 'name and form_action_type are required in a form'
      return refuseBehaviors(element['behaviors'])
    default:
      return null
  }
}

function refuseForm(form: FeishuJson, path: readonly string[]): string | null {
  if (path.length > 0) return 'a form stands at the root only'
  if (typeof form['name'] !== 'string') return 'a form needs a name'
  const submits = [...walk(form['elements'], [])].some(({ element }) => element['form_action_type'] === 'submit')
  return submits ? null : 'a form needs a submit button'
}

function refuseBehaviors(behaviors: unknown): string | null {
  if (!Array.isArray(behaviors)) return 'a button needs behaviors'
  for (const behavior of behaviors as readonly unknown[]) {
    if (!isJson(behavior)) return 'behavior'
    if (behavior['type'] === 'callback' && !isJson(behavior['value'])) return 'the value of a callback is an object'
    if (behavior['type'] === 'open_url' && !URL.canParse(String(behavior['default_url']))) return 'default_url'
  }
  return null
}

export function drawFeishuCard(card: FeishuJson): DrawnFeishuCard {
  const texts: string[] = []
  const buttons: FeishuCardButton[] = []
  const links: string[] = []
  const live: string[] = []
  let inputs: string[] = []
  for (const { element, path } of walk([card['header'], card['body']], [])) {
    const tag = String(element['tag'])
    if (tag === 'form') inputs = []
    if (tag === 'input') inputs.push(String(element['name']))
    if (tag === 'plain_text' && !path.includes('button') && !path.includes('input'))
      texts.push(String(element['content']))
    if (tag === 'markdown' || tag === 'lark_md' || tag === 'img' || tag.startsWith('person'))
      live.push(`${tag}: ${String(element['content'] ?? element['img_key'] ?? element['user_id'])}`)
    if (tag !== 'button') continue
    const text = isJson(element['text']) ? String(element['text']['content']) : ''
    for (const behavior of element['behaviors'] as readonly FeishuJson[]) {
      if (behavior['type'] === 'open_url') links.push(String(behavior['default_url']))
      if (behavior['type'] !== 'callback') continue
      const name = typeof element['name'] === 'string' ? element['name'] : null
      buttons.push({
        text,
        value: behavior['value'] as FeishuJson,
        name,
        inputs: path.includes('form') ? [...inputs] : null,
      })
    }
  }
  return { text: texts.join('\n'), buttons, links, live }
}

/** Everything with a tag, in the order of the card, and the tags around it. */
function* walk(
  value: unknown,
  path: readonly string[],
): Generator<{ readonly element: FeishuJson; readonly path: readonly string[] }> {
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) yield* walk(item, path)
    return
  }
  if (!isJson(value)) return
  const tagged = typeof value['tag'] === 'string'
  if (tagged) yield { element: value, path }
  const inside = tagged ? [...path, String(value['tag'])] : path
  // What a press carries is no part of the card.
  for (const [name, item] of Object.entries(value)) if (name !== 'behaviors') yield* walk(item, inside)
}

function isText(value: unknown): boolean {
  return isJson(value) && ['plain_text', 'lark_md'].includes(String(value['tag']))
}

function tooLong(text: unknown): boolean {
  return isJson(text) && String(text['content']).length > LONGEST_LABEL
}

function isJson(value: unknown): value is FeishuJson {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
