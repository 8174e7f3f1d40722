/** Writes or removes one setting together with its audit record. */
import type { RecordDraft } from '@holdpoint/core'
import { LAST_CHARACTER } from '../query/last-character.ts'
import type { Query } from '../query/query.ts'
import type { Script } from '../query/script.ts'
import { firstRow } from '../query/script.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { Setting, SettingStatements } from './setting-statements.ts'

export interface SettingWrite {
  readonly key: string
  /** `null` removes the setting. */
  readonly value: string | null
  readonly record: RecordDraft | null
}

export function* writeSetting(
  settings: SettingStatements,
  transaction: Transaction,
  write: SettingWrite,
): Script<void> {
  const { key, value, record } = write
  yield* transaction.lock('setting', key)
  yield value === null ? settings.remove({ key }) : settings.put({ key, value })
  transaction.countSettingChange()
  if (record !== null) yield* transaction.append(record)
}

export function* swapSetting(
  settings: SettingStatements,
  transaction: Transaction,
  expected: string | null,
  write: SettingWrite,
): Script<boolean> {
  yield* transaction.lock('setting', write.key)
  const stored = yield* firstRow(settings.get({ key: write.key }))
  if ((stored?.value ?? null) !== expected) return false
  yield* writeSetting(settings, transaction, write)
  return true
}

/** Keys are compared by code point, so nothing that starts with the prefix lies behind the last code point. */
export function findSettingsUnder(settings: SettingStatements, prefix: string): Query<Setting> {
  return settings.range({ from: prefix, below: `${prefix}${LAST_CHARACTER}` })
}
