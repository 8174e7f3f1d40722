/** What became of a hold: who decided, where and when, what was changed; or who looked into it, and their note. */
import type { ArgumentChange, OutcomeView } from '@holdpoint/core'
import type { Invocation, InvocationHold } from '../invocation.ts'
import type { MessageTable } from './message-table.ts'
import { fill } from './message-table.ts'
import { checkedAll, oneLine, visible } from './visible.ts'

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
  { hold, state }: Pick<Invocation, 'hold' | 'state'>,
  locale: string,
  messages: MessageTable,
): VerdictSection | null {
  if (!hold || hold.state === 'pending') return null
  // Only what a person found out has an author and a note.
  const { by, note } = (hold.outcome ?? {}) as Partial<Extract<OutcomeView, { readonly kind: 'resolved' }>>
  const [tone, message, approvers] = outcomeOf(hold, state, messages)
  const who = approvers || ((hold.state === 'resolved' ? by : hold.decided_by) ?? messages.somebody)
  const reason = note ?? hold.reason ?? null
  const via = oneLine(hold.via ?? '')
  const about = [via && fill(messages.via, { via }), formatMoment(hold.decided_at ?? null, locale)]
  return {
    kind: 'verdict',
    tone,
    text: fill(message, { who: oneLine(who) }),
    // Where and when it was approved says nothing about the person who resolved it.
    about: hold.state === 'resolved' ? '' : about.filter((part) => part !== '').join(' · '),
    reason: reason === null ? null : visible(reason),
    changes: checkedAll(hold.edit?.difference ?? []),
  }
}

/** How it ended, in what words; and who is named in them, where that is not the one whose word was decisive. */
function outcomeOf(
  hold: InvocationHold,
  state: Invocation['state'],
  messages: MessageTable,
): readonly [VerdictSection['tone'], string, (string | undefined)?] {
  const ends: { readonly [state: string]: readonly [VerdictSection['tone'], string] } = {
    declined: ['bad', messages.declinedBy],
    cancelled: ['plain', messages.cancelledBy],
    expired: ['plain', messages.expired],
    invalidated: ['plain', messages.invalidated],
    unknown: ['bad', messages.unknownOutcome],
    resolved: ['plain', state === 'success' ? messages.resolved : messages.notRun],
  }
  return (
    ends[hold.state] ?? [
      'good',
      hold.edit ? messages.approvedChanges : messages.approvedBy,
      hold.approved_by?.join(', '),
    ]
  )
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
