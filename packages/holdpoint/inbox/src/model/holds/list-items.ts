/** The list as it is drawn: rows, and headings where it is grouped. */
import { needsPerson } from './approval-row.ts'
import type { ApprovalRow } from './approval-row.ts'
import type { Filter } from '../route.ts'

export type ListItem =
  | {
      readonly kind: 'group'
      readonly key: string
      readonly name: string
      readonly about: string
      readonly count: number
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

function section(key: string, name: string, about: string, rows: readonly ApprovalRow[]): readonly ListItem[] {
  const count = rows.filter(needsPerson).length
  return [{ kind: 'group', key, name, about, count }, ...rows.map(toItem)]
}

function toItem(row: ApprovalRow): ListItem {
  return { kind: 'hold', key: row.id, row }
}
