/**
 * Reads what Slack says of a button or a form: a press, a press that has to be asked for its reason first, or nothing of ours.
 * Who did it comes from the envelope alone; what a form kept about its origin came back through Slack, which keeps it from
 * its reader.
 */
import { isJsonObject } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import type { ChannelPerson, Press } from '../channel.ts'
import type { MessageButton } from '../channel-message.ts'
import { readPressedValue, readReasonForm } from './draw-blocks.ts'
import type { FormOrigin } from './draw-blocks.ts'
import { decoded, placeOf } from './read-message-event.ts'

export type InteractionReading =
  | { readonly kind: 'press'; readonly press: Press; readonly origin: FormOrigin }
  | {
      readonly kind: 'ask-reason'
      readonly by: ChannelPerson
      readonly trigger: string
      readonly asked: NonNullable<MessageButton['asksReason']>
      readonly buttonText: string
      readonly origin: FormOrigin
    }
  | { readonly kind: 'other-workspace'; readonly workspace: string }
  | { readonly kind: 'none' }

const NONE: InteractionReading = { kind: 'none' }

export function readInteraction(payload: JsonObject, ours: string): InteractionReading {
  const user = payload['user']
  const team = payload['team']
  if (!isJsonObject(user) || typeof user['id'] !== 'string') return NONE
  // In a shared conversation the presser may be of another company than the one in which it was pressed.
  const of = [user['team_id'], isJsonObject(team) ? team['id'] : undefined].filter((id) => typeof id === 'string')
  const foreign = of.find((workspace) => workspace !== ours)
  if (foreign !== undefined || of.length === 0) return { kind: 'other-workspace', workspace: foreign ?? 'none' }
  const name = [user['name'], user['username']].find((value) => typeof value === 'string') ?? null
  const by: ChannelPerson = { workspace: ours, user: user['id'], name }
  if (payload['type'] === 'block_actions') return readAction(payload, by)
  if (payload['type'] === 'view_submission' && isJsonObject(payload['view'])) return readSubmission(payload['view'], by)
  return NONE
}

function readAction(payload: JsonObject, by: ChannelPerson): InteractionReading {
  const [action] = Array.isArray(payload['actions']) ? payload['actions'] : []
  const container = payload['container']
  if (!isJsonObject(action) || !isJsonObject(container)) return NONE
  const pressed = readPressedValue(action['action_id'], action['value'])
  const [channel, message, at] = [container['channel_id'], container['message_ts'], action['action_ts']]
  if (pressed === null || typeof channel !== 'string' || typeof message !== 'string' || typeof at !== 'string')
    return NONE
  const respondTo = textOf(payload['response_url'])
  const origin: FormOrigin = { button: pressed.button, channel, message, respondTo }
  const trigger = textOf(payload['trigger_id'])
  if (pressed.asksReason !== null && trigger !== null) {
    const text = isJsonObject(action['text']) ? textOf(action['text']['text']) : null
    return { kind: 'ask-reason', by, trigger, asked: pressed.asksReason, buttonText: decoded(text ?? ''), origin }
  }
  return {
    kind: 'press',
    press: {
      event: `press:${channel}:${message}:${by.user}:${at}`,
      button: pressed.button,
      by,
      place: placeOf(channel, by.user),
      envelope: 'authenticated',
      reason: null,
    },
    origin,
  }
}

function readSubmission(view: JsonObject, by: ChannelPerson): InteractionReading {
  const form = readReasonForm(view)
  const id = textOf(view['id'])
  if (form === null || id === null) return NONE
  const { reason, ...origin } = form
  return {
    kind: 'press',
    press: {
      event: `form:${id}`,
      button: origin.button,
      by,
      place: placeOf(origin.channel, by.user),
      envelope: 'authenticated',
      reason,
    },
    origin,
  }
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}
