/** The standing answer that was put together on the card. Values keep the types that the call gave them. */
import type { GrantClause, GrantRequest } from '@holdpoint/core'
import type { PlainArgument } from '../presentation/plain-arguments.ts'

export const MINUTE_MS = 60_000

export type GrantReading =
  /** `null`: none is wanted. */
  | { readonly ok: true; readonly grant: GrantRequest | null }
  | { readonly ok: false; readonly why: 'wrongLimit' | 'nothingFixed' }

export function readGrant(root: ParentNode, plain: readonly PlainArgument[]): GrantReading {
  const text = (name: string): string =>
    root.querySelector<HTMLInputElement | HTMLSelectElement>(`.grant [name="${name}"]`)?.value ?? ''
  const lasting = text('for')
  if (lasting === '') return { ok: true, grant: null }
  const which = text('arguments')
  // A total of no argument is none.
  const unnamed = text('total') !== '' && text('path') === '' ? '.grant [name="path"]' : null
  const wrong = root.querySelector<HTMLElement>(unnamed ?? '.grant :invalid')
  if (wrong !== null) {
    wrong.focus()
    return { ok: false, why: 'wrongLimit' }
  }
  const clauses = plain.flatMap((argument, index) => readClause(argument, (part) => text(`${part}-${index}`)))
  if (which === 'where' && clauses.length === 0) return { ok: false, why: 'nothingFixed' }
  return {
    ok: true,
    grant: {
      for: readLength(lasting, text('minutes')),
      arguments: which === 'where' ? clauses : which === 'any' ? 'any' : 'same',
      ...(text('times') === '' ? {} : { times: Number(text('times')) }),
      ...(text('total') === '' ? {} : { amount: { path: text('path'), total: Number(text('total')) } }),
    },
  }
}

function readLength(lasting: string, minutes: string): GrantRequest['for'] {
  if (lasting === 'minutes') return Number(minutes) * MINUTE_MS
  return lasting === 'session' || lasting === 'always' ? lasting : Number(lasting)
}

function readClause({ path, value }: PlainArgument, text: (part: string) => string): readonly GrantClause[] {
  const is = text('is') as GrantClause['is'] | ''
  const typed = text('text')
  const most = Number(text('most'))
  if (is === '') return []
  const parts = {
    equal: { value },
    'one-of': { values: typed.split('\n').filter((line) => line !== '') },
    under: { folder: typed },
    'at-most': { most },
    between: { least: Number(text('least')), most },
    'starting-with': { text: typed },
  }
  return [{ path, is, ...parts[is] } as GrantClause]
}
