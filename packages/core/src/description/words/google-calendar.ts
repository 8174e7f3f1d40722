import type { PackWords } from '../pack-words.ts'
import { titled } from '../titled.ts'

const EVENT = {
  preview: {
    call: 'get-event',
    with: { calendarId: 'args.calendarId', eventId: 'args.eventId', account: 'args.account' },
    show: ['event.summary', 'event.start', 'event.end', 'event.attendees', 'event.location'],
  },
} as const

export const GOOGLE_CALENDAR_WORDS: PackWords = {
  pack: 'google-calendar',
  get tools(): PackWords['tools'] {
    return {
      'create-event': titled(
        'Create event {summary}, {start|time}[, with {attendees|list}]',
        '新建活动 {summary}，{start|time}[，参加者 {attendees|list}]',
        'writesToGuests',
      ),
      'create-events': titled(
        'Create {events|count event/events}: {events|list}',
        '新建 {events|count 个活动}：{events|list}',
        'writesToGuests',
      ),
      'update-event': titled(
        'Change event {eventId}[: {summary}][, starting {start|time}][, with {attendees|list}]',
        '修改活动 {eventId}[：{summary}][，改到 {start|time}][，参加者 {attendees|list}]',
        'writesToGuests',
        EVENT,
      ),
      'delete-event': titled(
        'Delete event {eventId}[{sendUpdates|word all= and tell all guests,externalOnly= and tell guests outside}]',
        '删除活动 {eventId}[{sendUpdates|word all= 并通知全部参加者,externalOnly= 并通知外部参加者}]',
        'writesToGuests',
        EVENT,
      ),
      'respond-to-event': titled(
        '{response|word accepted=Accept,declined=Decline,tentative=Answer "maybe" to,needsAction=Withdraw the answer to} event {eventId}[: {comment}]',
        '{response|word accepted=接受,declined=拒绝,tentative=暂定参加,needsAction=撤回答复}活动 {eventId}[：{comment}]',
        'writesToGuests',
        EVENT,
      ),
      'manage-accounts': titled(
        '{action|word list=List calendar accounts,add=Add calendar account,remove=Remove calendar account}[ {account_id}]',
        '{action|word list=列出日历账户,add=添加日历账户,remove=移除日历账户}[ {account_id}]',
        'changesAccess',
      ),
      create_event: titled(
        'Create event {summary}[, {startTime|time}][, with {attendeeEmails|list}]',
        '新建活动 {summary}[，{startTime|time}][，参加者 {attendeeEmails|list}]',
        'writesToGuests',
      ),
      update_event: titled(
        'Change event {eventId}[: {summary}][, starting {startTime|time}]',
        '修改活动 {eventId}[：{summary}][，改到 {startTime|time}]',
        'writesToGuests',
      ),
      delete_event: titled('Delete event {eventId}', '删除活动 {eventId}', 'writesToGuests'),
      respond_to_event: titled(
        'Answer event {eventId}[: {responseStatus}]',
        '答复活动 {eventId}[：{responseStatus}]',
        'writesToGuests',
      ),
    }
  },
}
