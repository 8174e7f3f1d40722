/** Settings on any database. */
import type { SettingStore } from '@holdpoint/core'
import { allRows, firstRow } from '../query/script.ts'
import type { Executor } from '../transaction/executor.ts'
import type { SettingStatements } from './setting-statements.ts'
import { findSettingsUnder, swapSetting, writeSetting } from './write-setting.ts'

export function createSettingStore(settings: SettingStatements, executor: Executor): SettingStore {
  return {
    get: (key) =>
      executor.read(function* () {
        return (yield* firstRow(settings.get({ key })))?.value ?? null
      }),
    under: (prefix) =>
      executor.read(function* () {
        const rows = yield* allRows(findSettingsUnder(settings, prefix))
        return rows.map(({ key, value }) => ({ key, value }))
      }),
    put: (key, value, record) =>
      executor.write((transaction) => writeSetting(settings, transaction, { key, value, record })),
    swap: (key, expected, value, record) =>
      executor.write((transaction) => swapSetting(settings, transaction, expected, { key, value, record })),
  }
}
