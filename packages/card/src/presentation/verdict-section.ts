/** What became of a hold: who decided, where and when, and what was changed. */
import type { ArgumentChange } from '@holdpoint/core'
import type { InvocationHold } from '../invocation.ts'
import type { MessageTable } from './message-table.ts'
import { fill } from './message-table.ts'
import { checked, oneLine, visible } from './visible.ts'

export interface VerdictSection {
  readonly kind: 'verdict'
  readonly tone: 'good' | 'bad' | 'plain'
  readonly text: string
  /** `via page · 15 Nov 2026, 23:40`. */
  readonly about: string
  readonly reason: string | null
  readonly changes: readonly ArgumentChange[]
}

export function presentVerdict(
  hold: InvocationHold | undefined,
  locale: string,
  messages: MessageTable,
): VerdictSection | null {
  if (hold === undefined || hold.state === 'pending') return null
  const { tone, text } = outcomeOf(hold, messages)
  const about = [
    hold.via === null || hold.via === undefined ? '' : fill(messages.via, { via: oneLine(hold.via) }),
    formatMoment(hold.decided_at ?? null, locale),
  ]
  return {
    kind: 'verdict',
    tone,
    text,
    about: about.filter((part) => part !== '').join(' · '),
    reason: hold.reason === null || hold.reason === undefined ? null : visible(hold.reason),
    changes: (hold.edit?.difference ?? []).map(({ path, requested, approved }) => ({
      path: checked(path),
      requested: requested === null ? null : checked(requested),
      approved: approved === null ? null : checked(approved),
    })),
  }
}

function outcomeOf(hold: InvocationHold, messages: MessageTable): Pick<VerdictSection, 'tone' | 'text'> {
  const who = hold.decided_by === null || hold.decided_by === undefined ? messages.somebody : oneLine(hold.decided_by)
  const edited = hold.edit !== null && hold.edit !== undefined
  switch (hold.state) {
    case 'declined':
      return { tone: 'bad', text: fill(messages.declinedBy, { who }) }
    case 'cancelled':
      return { tone: 'plain', text: fill(messages.cancelledBy, { who }) }
    case 'expired':
      return { tone: 'plain', text: messages.expired }
    case 'invalidated':
      return { tone: 'plain', text: messages.invalidated }
    case 'unknown':
      return { tone: 'bad', text: messages.unknownOutcome }
    case 'resolved':
      return { tone: 'plain', text: messages.resolved }
    default:
      return { tone: 'good', text: fill(edited ? messages.approvedChanges : messages.approvedBy, { who }) }
  }
}

function formatMoment(moment: string | null, locale: string): string {
  const at = moment === null ? Number.NaN : Date.parse(moment)
  if (Number.isNaN(at)) return ''
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const
  try {
    return new Intl.DateTimeFormat(locale, style).format(at)
  } catch {
    return new Intl.DateTimeFormat('en', style).format(at)
  }
}
