/** The list as it is drawn: rows, and headings where it is grouped. Days are those of the reader's own clock. */
import { needsPerson } from './approval-row.ts'
import type { ApprovalRow } from './approval-row.ts'
import type { Filter } from '../route.ts'
import { dayOf } from '../times.ts'

export type ListItem =
  | {
      readonly kind: 'group'
      readonly key: string
      readonly name: string
      readonly about: string
      /** How many of them need a person; `null`: that is not what the group is about. */
      readonly count: number | null
    }
  | { readonly kind: 'hold'; readonly key: string; readonly row: ApprovalRow }

export function toListItems(
  rows: readonly ApprovalRow[],
  group: Filter['group'],
  unknownHeading: string,
): readonly ListItem[] {
  if (group === 'none') return rows.map(toItem)
  const unknown = rows.filter(({ state }) => state === 'unknown')
  const groups = new Map<string, ApprovalRow[]>()
  for (const row of rows) {
    if (row.state === 'unknown') continue
    const key = group === 'agent' ? `${row.client}\n${row.principal}` : `${row.server}\n${row.identity}`
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [row])
    else known.push(row)
  }
  return [
    ...(unknown.length === 0 ? [] : section('unknown', unknownHeading, '', unknown)),
    ...[...groups].flatMap(([key, members]) => {
      const [name = '', about = ''] = key.split('\n')
      return section(`${group} ${key}`, name, about, members)
    }),
  ]
}

/** Newest first, as the rows are. `nameOf`: the day of a moment, in words. */
export function toDayItems(rows: readonly ApprovalRow[], nameOf: (moment: number) => string): readonly ListItem[] {
  const items: ListItem[] = []
  let day = ''
  for (const row of rows) {
    const of = dayOf(row.createdAt)
    if (of !== day) items.push({ kind: 'group', key: `day ${of}`, name: nameOf(row.createdAt), about: '', count: null })
    day = of
    items.push(toItem(row))
  }
  return items
}

function section(key: string, name: string, about: string, rows: readonly ApprovalRow[]): readonly ListItem[] {
  const count = rows.filter(needsPerson).length
  return [{ kind: 'group', key, name, about, count }, ...rows.map(toItem)]
}

function toItem(row: ApprovalRow): ListItem {
  return { kind: 'hold', key: row.id, row }
}
