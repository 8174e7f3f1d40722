import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chainRecord, FIRST_SEQUENCE, GENESIS_HASH, hashRecord, recordText } from '../../src/audit/chain.ts'
import { checkpointPayload } from '../../src/audit/checkpoint.ts'
import { describeRecord } from '../../src/audit/describe-record.ts'
import { recordDraft } from '../../src/audit/record-draft.ts'
import type { AuditRecord, Checkpoint } from '../../src/audit/record.ts'
import { createChainVerifier, type ChainVerification } from '../../src/audit/verify.ts'
import { sha256 } from '@holdpoint/testing'

function sign(checkpoint: Omit<Checkpoint, 'signature'>): Checkpoint {
  return { ...checkpoint, signature: macOf(checkpoint) }
}

function macOf(checkpoint: Omit<Checkpoint, 'signature'>): string {
  return createHmac('sha256', 'key beside the store').update(checkpointPayload(checkpoint)).digest('hex')
}

function makeChain(chain: string, length: number, detail = 'd'): AuditRecord[] {
  const records: AuditRecord[] = []
  for (let sequence = FIRST_SEQUENCE; sequence < FIRST_SEQUENCE + length; sequence++) {
    const draft = recordDraft({ kind: 'call-passed', tenant: 'local', tool: `tool_${sequence}`, detail })
    const previousHash = records.at(-1)?.hash ?? GENESIS_HASH
    records.push(chainRecord(draft, { chain, sequence, at: 1000 + sequence, previousHash }, sha256))
  }
  return records
}

function checkpointOf(at: number, ...chains: readonly (readonly AuditRecord[])[]): Checkpoint {
  return sign({
    at,
    chains: chains.map((records) => ({
      chain: records[0]?.chain ?? '',
      length: records.length,
      hash: records.at(-1)?.hash ?? GENESIS_HASH,
    })),
  })
}

function verify(records: readonly AuditRecord[], checkpoints: readonly Checkpoint[] = []): ChainVerification {
  const verifier = createChainVerifier(sha256, (checkpoint) => macOf(checkpoint) === checkpoint.signature)
  for (let at = 0; at < records.length; at += 3) verifier.feed(records.slice(at, at + 3))
  return verifier.finish(checkpoints)
}

/** Replaces one record and makes everything after it fit again, as someone with the whole database would. */
function rewriteFrom(records: readonly AuditRecord[], index: number, until = records.length): AuditRecord[] {
  const changed = [...records]
  for (let at = index; at < until; at++) {
    const record = changed[at] as AuditRecord
    const draft = at === index ? { ...record, detail: 'rewritten' } : record
    const previousHash = changed[at - 1]?.hash ?? GENESIS_HASH
    changed[at] = chainRecord(draft, { ...record, previousHash }, sha256)
  }
  return changed
}

describe('hashing', () => {
  test('every field changes the hash', () => {
    const [record] = makeChain('main', 1) as [AuditRecord]
    const { hash, ...fields } = record
    expect(hashRecord(record, sha256)).toBe(hash)
    for (const [field, value] of Object.entries(fields)) {
      const other = typeof value === 'number' ? value + 1 : `${value ?? ''}x`
      expect(hashRecord({ ...record, [field]: other }, sha256), field).not.toBe(hash)
    }
  })

  test('what is hashed is one JSON array of every field, whatever text was at hand', () => {
    const [record] = makeChain('main', 1) as [AuditRecord]
    const { kind, tenant, principal, client, server, tool, method, risk, rule, hold } = record
    const own = [kind, tenant, principal, client, server, tool, method, risk, rule, hold]
    const fields = [...own, record.digest, record.rationale, record.actor, record.detail]
    const whole = ['holdpoint-record-1', record.chain, record.sequence, record.at, record.previousHash, ...fields]
    expect(record.hash).toBe(sha256(JSON.stringify(whole)))
    expect(recordText(record)).toBe(JSON.stringify(fields))
    expect(chainRecord(record, record, sha256, recordText(record))).toEqual(record)
  })

  test('moving text from one field to the next changes the hash', () => {
    const text = fc.option(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\\', '[') }))
    fc.assert(
      fc.property(text, text, text, text, (rationale, actor, otherRationale, otherActor) => {
        fc.pre(rationale !== otherRationale || actor !== otherActor)
        const [record] = makeChain('main', 1) as [AuditRecord]
        expect(hashRecord({ ...record, rationale, actor }, sha256)).not.toBe(
          hashRecord({ ...record, rationale: otherRationale, actor: otherActor }, sha256),
        )
      }),
    )
  })

  test('a draft says null for what was left out', () => {
    const draft = recordDraft({ kind: 'gate-paused', tenant: 'local', actor: 'alice' })
    expect(Object.keys(draft)).toHaveLength(15)
    expect(Object.values(draft).filter((value) => value === null)).toHaveLength(12)
    expect(draft).toMatchObject({ kind: 'gate-paused', tenant: 'local', actor: 'alice', detail: null })
  })

  test('a checkpoint means the same in any order of chains, and nothing else', () => {
    const [one, two] = [makeChain('one', 2), makeChain('two', 3)]
    expect(checkpointPayload(checkpointOf(5, one, two))).toBe(checkpointPayload(checkpointOf(5, two, one)))
    expect(checkpointPayload(checkpointOf(5, one, two))).not.toBe(checkpointPayload(checkpointOf(6, one, two)))
    expect(checkpointPayload(checkpointOf(5, one))).not.toBe(checkpointPayload(checkpointOf(5, one.slice(0, 1))))
    expect(JSON.parse(checkpointPayload(checkpointOf(5, one)))).toEqual([
      'holdpoint-checkpoint-1',
      5,
      [['one', 2, one[1]?.hash]],
    ])
  })
})

describe('verification', () => {
  test('sound chains, mixed, with checkpoints on the way', () => {
    const [one, two] = [makeChain('one', 7), makeChain('two', 4)]
    const mixed = [...one.slice(0, 3), ...two.slice(0, 2), ...one.slice(3), ...two.slice(2)]
    const checkpoints = [checkpointOf(2, one, two), checkpointOf(1, one.slice(0, 3), two.slice(0, 1))]
    expect(verify(mixed, checkpoints)).toEqual({
      ok: true,
      records: 11,
      chains: [
        { chain: 'one', length: 7, hash: one[6]?.hash },
        { chain: 'two', length: 4, hash: two[3]?.hash },
      ],
    })
    expect(verify([])).toEqual({ ok: true, records: 0, chains: [] })
  })

  test('[H19] an edited field names that record', () => {
    const records = makeChain('main', 9)
    fc.assert(
      fc.property(
        fc.nat(8),
        fc.constantFrom('tool', 'detail', 'tenant', 'rationale', 'hash', 'previousHash', 'actor'),
        (index, field) => {
          const edited = records.map((record, at) => (at === index ? { ...record, [field]: 'other' } : record))
          expect(verify(edited)).toMatchObject({ ok: false, chain: 'main', sequence: index + 1 })
        },
      ),
    )
    const backdated = records.map((record, at) => (at === 4 ? { ...record, at: 1 } : record))
    expect(verify(backdated)).toMatchObject({ ok: false, sequence: 5, reason: expect.stringContaining('was changed') })
  })

  test('[H19] reordered records name the first that is out of place', () => {
    const records = makeChain('main', 6)
    const [first, second, third, ...rest] = records as [AuditRecord, AuditRecord, AuditRecord]
    expect(verify([first, third, second, ...rest])).toMatchObject({ ok: false, sequence: 2 })
    const swapped = [first, { ...third, sequence: 2 }, { ...second, sequence: 3 }, ...rest]
    expect(verify(swapped)).toMatchObject({ ok: false, sequence: 2 })
    expect(verify([first, second, second, third, ...rest])).toMatchObject({ ok: false, sequence: 2 })
  })

  test('[H19] a removed record is named', () => {
    const records = makeChain('main', 6)
    expect(verify(records.filter((_, at) => at !== 3))).toMatchObject({ ok: false, chain: 'main', sequence: 4 })
    expect(verify(records.slice(1))).toMatchObject({ ok: false, sequence: 1 })
  })

  test('[H19] a record replaced together with its hash breaks the next link', () => {
    const changed = rewriteFrom(makeChain('main', 6), 2, 3)
    expect(verify(changed)).toMatchObject({
      ok: false,
      sequence: 4,
      reason: expect.stringContaining('does not continue'),
    })
  })

  test('[H19] a rewritten tail shows through a checkpoint, at the first length that disagrees', () => {
    const records = makeChain('main', 9)
    const checkpoints = [9, 6, 3].map((length) => checkpointOf(length, records.slice(0, length)))
    const changed = rewriteFrom(records, 4)
    expect(verify(changed).ok).toBe(true)
    expect(verify(changed, checkpoints)).toMatchObject({ ok: false, chain: 'main', sequence: 6 })
    expect(verify(rewriteFrom(records, 4, 8), checkpoints)).toMatchObject({ ok: false, sequence: 6 })
  })

  test('[H19] a cut tail and a dropped chain show through a checkpoint', () => {
    const [one, two] = [makeChain('one', 7), makeChain('two', 4)]
    const checkpoints = [checkpointOf(1, one.slice(0, 5), two)]
    expect(verify([...one.slice(0, 4), ...two], checkpoints)).toMatchObject({ ok: false, chain: 'one', sequence: 5 })
    expect(verify(one, checkpoints)).toMatchObject({ ok: false, chain: 'two', sequence: 1 })
    expect(verify([...one.slice(0, 5), ...two], checkpoints).ok).toBe(true)
  })

  test('[H19] a forged checkpoint is refused, also one that hides a cut tail', () => {
    const records = makeChain('main', 5)
    const honest = checkpointOf(1, records)
    const cut = records.slice(0, 3)
    const hash = cut[2]?.hash ?? ''
    const forged = { ...honest, chains: [{ chain: 'main', length: 3, hash }] }
    expect(verify(cut, [forged])).toMatchObject({
      ok: false,
      chain: null,
      reason: expect.stringContaining('signature'),
    })
    expect(verify(records, [{ ...honest, at: 99 }])).toMatchObject({ ok: false })
    expect(verify(records, [{ ...honest, signature: '' }])).toMatchObject({ ok: false })
  })

  test('reading may stop at the first fault', () => {
    const [first, second, third] = makeChain('main', 3) as [AuditRecord, AuditRecord, AuditRecord]
    const verifier = createChainVerifier(sha256, () => true)
    expect(verifier.feed([first])).toBe(true)
    expect(verifier.feed([{ ...second, tool: 'x' }])).toBe(false)
    expect(verifier.feed([third])).toBe(false)
    expect(verifier.finish([])).toMatchObject({ ok: false, sequence: 2 })
  })
})

describe('describeRecord', () => {
  test('is one readable line', () => {
    const draft = recordDraft({
      kind: 'hold-approved',
      tenant: 'local',
      server: 'warehouse',
      tool: 'delete_product',
      risk: 'high',
      rule: 'verb delete',
      hold: 'h1',
      principal: 'alice',
      client: 'desk',
      actor: 'bob',
      rationale: 'asked to',
    })
    const record = chainRecord(draft, { chain: 'main', sequence: 3, at: 0, previousHash: GENESIS_HASH }, sha256)
    expect(describeRecord(record)).toBe(
      '1970-01-01T00:00:00.000Z  main#3  hold-approved  local  warehouse/delete_product  high risk  rule "verb delete"' +
        '  hold h1  asked by alice  through desk  by bob  the agent says: "asked to"',
    )
  })

  test('[D3] is safe for a terminal, whatever the fields hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const draft = recordDraft({
          kind: 'signed-in',
          tenant: text,
          tool: `${text}\n\u001b[2J`,
          rationale: text,
          detail: text,
        })
        const line = describeRecord(
          chainRecord(draft, { chain: text, sequence: 1, at: Number.NaN, previousHash: '' }, sha256),
        )
        // oxlint-disable-next-line no-control-regex
        expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
      }),
    )
  })
})
