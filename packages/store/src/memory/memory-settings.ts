/** Settings in memory: kept until they are removed. */
import type { SettingStatements } from '../settings/setting-statements.ts'
import { compareCodePoints } from './code-point-order.ts'
import type { Journal } from './journal.ts'
import { createJournaledMap } from './journal.ts'
import { memoryQuery, memoryWrite } from './memory-query.ts'

export function createMemorySettings(journal: Journal): SettingStatements {
  const values = createJournaledMap<string, string>(journal)
  return {
    get: ({ key }) =>
      memoryQuery(() => {
        const value = values.get(key)
        return value === undefined ? [] : [{ value }]
      }),
    range: ({ from, below }) =>
      memoryQuery(() =>
        [...values]
          .filter(([key]) => compareCodePoints(key, from) >= 0 && compareCodePoints(key, below) < 0)
          .toSorted(([left], [right]) => compareCodePoints(left, right))
          .map(([key, value]) => ({ key, value })),
      ),
    put: ({ key, value }) => memoryWrite(() => values.put(key, value)),
    remove: ({ key }) => memoryWrite(() => values.remove(key)),
  }
}
