import { createHash } from 'node:crypto'
import { DatabaseSync } from '@photostructure/sqlite'
import { recordDraft } from '@holdpoint/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCliHome } from './cli-home.ts'
import type { CliHome } from './cli-home.ts'

/** Spelled out as the reference has it, for readers who check an export by themselves. */
const HASHED =
  'previous_hash kind tenant principal client server tool method risk rule hold digest rationale actor detail'.split(
    ' ',
  )

let home: CliHome
beforeEach(async () => {
  home = await createCliHome()
})
afterEach(async () => {
  await home.remove()
})

async function append(count: number, tenant = 'local'): Promise<void> {
  const drafts = Array.from({ length: count }, (_, index) =>
    recordDraft({ kind: 'call-passed', tenant, server: 'crm', tool: 'get', detail: `n${index}` }),
  )
  await Promise.all(drafts.map((draft) => home.store.audit.append(draft)))
}

function tamper(sql: string): void {
  const database = new DatabaseSync(home.file)
  database.exec(sql)
  database.close()
}

describe('audit verify', () => {
  test('counts a sound log, beyond one batch', async () => {
    await append(2300)
    await home.store.audit.checkpoint()
    const { exitCode, out } = await home.run(['audit', 'verify', '--json'])
    expect(exitCode).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ ok: true, records: 2300 })
    expect((await home.run(['audit', 'verify'])).out).toContain('sound: 2300 records in one chain')
  })

  test.each([
    ['edited', "UPDATE audit_records SET detail = 'other' WHERE sequence = 1200", 1200],
    [
      'reordered',
      'UPDATE audit_records SET sequence = CASE sequence WHEN 5 THEN -6 ELSE -5 END WHERE sequence IN (5, 6); UPDATE audit_records SET sequence = -sequence WHERE sequence < 0',
      5,
    ],
    ['removed', 'DELETE FROM audit_records WHERE sequence = 7', 7],
    ['cut', 'DELETE FROM audit_records WHERE sequence > 1290', 1291],
  ])('[H19] an %s record is named, exit 1', async (_how, sql, sequence) => {
    await append(1300)
    await home.store.audit.checkpoint()
    tamper(sql)
    const { exitCode, out } = await home.run(['audit', 'verify'])
    expect(exitCode).toBe(1)
    expect(out).toContain('NOT sound')
    expect(out).toContain(`Record ${sequence} `)
    expect(JSON.parse((await home.run(['audit', 'verify', '--json'])).out)).toMatchObject({ ok: false, sequence })
  })
})

describe('audit tail', () => {
  test('the newest, oldest of them first; old ones too', async () => {
    await append(30)
    home.clock += 40 * 24 * 3_600_000
    await append(3)
    const { out } = await home.run(['audit', 'tail', '--limit', '5', '--json'])
    const { records } = JSON.parse(out) as { records: { sequence: number; at: string }[] }
    expect(records.map(({ sequence }) => sequence)).toEqual([29, 30, 31, 32, 33])
    expect((await home.run(['audit', 'tail'])).out.trim().split('\n')).toHaveLength(20)
  })

  test('--follow prints each new record once, until it is interrupted', async () => {
    await append(2)
    const controller = new AbortController()
    const written = { out: '', err: '' }
    const sequences = (): readonly number[] =>
      written.out
        .trim()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => (JSON.parse(line) as { sequence: number }).sequence)
    const following = home.run(['audit', 'tail', '--follow', '--json'], { interrupted: controller.signal, written })
    await expect.poll(() => sequences().length).toBe(2)
    await append(3)
    await expect.poll(() => sequences().length).toBe(5)
    home.clock += 5
    await append(1)
    await expect.poll(() => sequences().length).toBe(6)
    // Several turns of it more: none is told twice.
    await new Promise((resolve) => setTimeout(resolve, 50))
    controller.abort()
    expect((await following).exitCode).toBe(0)
    expect(sequences()).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('[D3] untrusted words in a record stay on their line', async () => {
    await home.store.audit.append(
      recordDraft({ kind: 'hold-created', tenant: 'local', rationale: 'x\n✅ hold-approved\u001b[2J' }),
    )
    const { out } = await home.run(['audit', 'tail'])
    expect(out.trim().split('\n')).toHaveLength(1)
    expect(out).not.toContain('\u001b')
  })
})

describe('audit export', () => {
  test('jsonl holds every record, exact enough to check its hashes', async () => {
    await append(1500)
    const { exitCode, out } = await home.run(['audit', 'export'])
    expect(exitCode).toBe(0)
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { [name: string]: string | number | null })
    expect(lines).toHaveLength(1500)
    for (const [index, line] of lines.entries()) {
      expect(line['previous_hash']).toBe(index === 0 ? '0'.repeat(64) : lines[index - 1]?.['hash'])
    }
    const last = lines.at(-1) ?? {}
    const text = JSON.stringify([
      'holdpoint-record-1',
      ...['chain', 'sequence'].map((name) => last[name]),
      Date.parse(String(last['at'])),
      ...HASHED.map((name) => last[name]),
    ])
    expect(createHash('sha256').update(text).digest('hex')).toBe(last['hash'])
  })

  test('csv cells that a spreadsheet would run are made inert', async () => {
    for (const rationale of [
      '=1+1',
      '+cmd',
      '-2',
      '@SUM(A1)',
      ' =1',
      'plain, with "quotes"',
      'line\nbreak',
      '\u001b[2J',
    ]) {
      await home.store.audit.append(recordDraft({ kind: 'hold-created', tenant: 'local', rationale }))
    }
    const { out } = await home.run(['audit', 'export', '--format', 'csv'])
    const [head = '', ...lines] = out.split('\r\n')
    expect(head.split(',').slice(0, 4)).toEqual(['chain', 'sequence', 'at', 'kind'])
    for (const cell of [
      "'=1+1",
      "'+cmd",
      "'-2",
      "'@SUM(A1)",
      "' =1",
      '"plain, with ""quotes"""',
      '"line\nbreak"',
      '⟦U+001B⟧[2J',
    ]) {
      expect(out).toContain(`,${cell},`)
    }
    expect(out).not.toContain('\u001b')
    expect(lines.filter((line) => line !== '')).toHaveLength(8)
  })

  test('[E4] a token exports its own tenant only', async () => {
    await append(2, 'acme')
    const secret = await home.addToken('ana', 'viewer', 'other')
    const { out } = await home.run(['audit', 'export'], { secret })
    expect(out).not.toContain('acme')
    expect(out.trim().split('\n')).toHaveLength(1)
  })
})
