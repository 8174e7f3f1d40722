/** The people of the Slack that a test plays: what they press, fill in and write, in the payloads that Slack makes of it. */
import { randomUUID } from 'node:crypto'
import { isJsonObject } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import { jsonText } from './json-text.ts'
import type { SlackFakeMessage } from './slack-fake.ts'
import type { SlackFakeResponse } from './slack-fake-signature.ts'

export interface SlackFakePeople {
  /** Presses a button of a message. Resolves once the bot has acknowledged it. */
  press(press: SlackFakePress): Promise<void>
  /** The forms that are open, oldest first. */
  forms(): readonly { readonly id: string; readonly user: string; readonly view: JsonObject }[]
  /** Sends a form with what was written into its inputs, by their `action_id`. */
  submit(form: string, written: { readonly [action: string]: string }): Promise<void>
  /** Closes a form: Slack says nothing of it to a bot that did not ask. */
  dismiss(form: string): void
  write(written: SlackFakeWriting): Promise<void>
}

export interface SlackFakePress {
  readonly channel: string
  readonly ts: string
  readonly actionId: string
  readonly user: string
  /** Of the presser; the bot's, where none is given. */
  readonly workspace?: string
  /** The same again is the same press again. */
  readonly at?: string
}

export interface SlackFakeWriting {
  readonly channel: string
  readonly user: string
  /** As a person types it: Slack escapes it. Mentions are written as `<@U1>` in `before`. */
  readonly text: string
  readonly before?: string
  readonly ts?: string
  readonly thread?: string
  readonly workspace?: string
  readonly origin?: 'typed' | 'edited' | 'forwarded' | 'quoted' | 'bot' | 'own'
  /** A mention comes as a second event of this type as well. */
  readonly type?: 'message' | 'app_mention'
}

export interface SlackFakeWorld {
  readonly address: string
  readonly workspace: string
  readonly botUser: string
  readonly botId: string
  readonly nextTs: () => string
  readonly send: (kind: 'events_api' | 'interactive', payload: JsonObject) => Promise<SlackFakeResponse>
  readonly messageAt: (channel: string, ts: string) => SlackFakeMessage | null
}

export interface PlayedPeople {
  readonly people: SlackFakePeople
  openForm(trigger: string, view: JsonObject): JsonObject
  /** `null`: it is not known, or was used five times. */
  useResponseAddress(id: string): { readonly user: string; readonly channel: string; readonly ts: string } | null
}

/** Slack forgets a trigger after this. */
const TRIGGER_MS = 3000
const USES_OF_A_RESPONSE_ADDRESS = 5

export function createSlackFakePeople(world: SlackFakeWorld): PlayedPeople {
  const triggers = new Map<string, { readonly user: string; readonly at: number; used: boolean }>()
  const addresses = new Map<
    string,
    { readonly user: string; readonly channel: string; readonly ts: string; left: number }
  >()
  const forms: { id: string; user: string; view: JsonObject }[] = []

  const newTrigger = (user: string): string => {
    const id = `${randomUUID()}.trigger`
    triggers.set(id, { user, at: performance.now(), used: false })
    return id
  }
  const envelope = (type: string, user: string, workspace: string): JsonObject => ({
    type,
    api_app_id: 'A1',
    token: 'verification-token',
    team: { id: world.workspace, domain: 'fake' },
    user: { id: user, username: user.toLowerCase(), name: user.toLowerCase(), team_id: workspace },
    is_enterprise_install: false,
    enterprise: null,
    trigger_id: newTrigger(user),
  })

  const people: SlackFakePeople = {
    async press({ channel, ts, actionId, user, workspace = world.workspace, at = world.nextTs() }) {
      const message = world.messageAt(channel, ts)
      const button = buttonOf(message?.blocks ?? [], actionId)
      if (message === null || button === null) throw new Error(`No button ${actionId} is there.`)
      const address = randomUUID()
      addresses.set(address, { user, channel, ts, left: USES_OF_A_RESPONSE_ADDRESS })
      const text = isJsonObject(button['text'])
        ? { ...button['text'], text: escaped(jsonText(button['text']['text'])) }
        : null
      await world.send('interactive', {
        ...envelope('block_actions', user, workspace),
        container: { type: 'message', message_ts: ts, channel_id: channel, is_ephemeral: false },
        channel: { id: channel, name: channel.startsWith('D') ? 'directmessage' : 'orders' },
        message: { type: 'message', bot_id: world.botId, user: world.botUser, ts, text: message.text },
        state: { values: {} },
        response_url: `${world.address}/actions/${address}`,
        actions: [{ ...button, text, block_id: 'b1', type: 'button', action_ts: at }],
      })
    },
    forms: () => forms,
    async submit(form, written) {
      const at = forms.findIndex(({ id }) => id === form)
      const [open] = at < 0 ? [] : forms.splice(at, 1)
      if (open === undefined) throw new Error('That form is not open.')
      const { user, view } = open
      const values: { [block: string]: JsonObject } = {}
      for (const block of Array.isArray(view['blocks']) ? view['blocks'] : []) {
        if (!isJsonObject(block) || block['type'] !== 'input' || !isJsonObject(block['element'])) continue
        const action = jsonText(block['element']['action_id'])
        const most = Number(block['element']['max_length'] ?? 3000)
        const value = (written[action] ?? '').slice(0, most)
        values[jsonText(block['block_id'])] = {
          [action]: { type: 'plain_text_input', value: value === '' ? null : value },
        }
      }
      await world.send('interactive', {
        ...envelope('view_submission', user, world.workspace),
        view: { ...view, id: open.id, team_id: world.workspace, state: { values }, app_id: 'A1', bot_id: world.botId },
        response_urls: [],
      })
    },
    dismiss(form) {
      const at = forms.findIndex(({ id }) => id === form)
      if (at >= 0) forms.splice(at, 1)
    },
    async write(written) {
      await world.send('events_api', {
        type: 'event_callback',
        token: 'verification-token',
        team_id: world.workspace,
        api_app_id: 'A1',
        event_id: `Ev${randomUUID()}`,
        event_time: 1_700_000_000,
        event: eventOf(written, world),
      })
    },
  }

  return {
    people,
    openForm(trigger, view) {
      const known = triggers.get(trigger)
      if (known === undefined || performance.now() - known.at > TRIGGER_MS)
        return { ok: false, error: 'expired_trigger_id' }
      if (known.used) return { ok: false, error: 'exchanged_trigger_id' }
      known.used = true
      const id = `V${randomUUID()}`
      forms.push({ id, user: known.user, view })
      return { ok: true, view: { ...view, id } }
    },
    useResponseAddress(id) {
      const known = addresses.get(id)
      if (known === undefined || known.left === 0) return null
      known.left -= 1
      return known
    },
  }
}

function eventOf(written: SlackFakeWriting, world: SlackFakeWorld): JsonObject {
  const { channel, origin = 'typed', type = 'message', workspace = world.workspace } = written
  const ts = written.ts ?? world.nextTs()
  const quoted = origin === 'quoted' ? '&gt; ' : ''
  const message: JsonObject = {
    type,
    user: origin === 'own' ? world.botUser : written.user,
    text: `${quoted}${written.before ?? ''}${escaped(written.text)}`,
    ts,
    team: workspace,
    ...(written.thread === undefined ? {} : { thread_ts: written.thread }),
    ...(origin === 'own' ? { bot_id: world.botId, app_id: 'A1' } : {}),
    ...(origin === 'bot' ? { bot_id: 'BOTHER' } : {}),
    ...(origin === 'forwarded' ? { attachments: [{ is_share: true, is_msg_unfurl: true, text: 'confirm' }] } : {}),
  }
  const where = { channel, channel_type: channel.startsWith('D') ? 'im' : 'channel', event_ts: ts }
  if (origin !== 'edited') return { ...message, ...where }
  const edited = { ...message, edited: { user: written.user, ts } }
  const before = { ...message, text: 'what stood there before' }
  return {
    type,
    subtype: 'message_changed',
    hidden: true,
    ts: world.nextTs(),
    message: edited,
    previous_message: before,
    ...where,
  }
}

function buttonOf(blocks: readonly JsonValue[], actionId: string): JsonObject | null {
  for (const block of blocks) {
    const elements = isJsonObject(block) && Array.isArray(block['elements']) ? block['elements'] : []
    for (const element of elements) if (isJsonObject(element) && element['action_id'] === actionId) return element
  }
  return null
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
