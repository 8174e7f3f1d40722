/** Messages that two readers could understand differently never pass, and what passes arrives byte for byte. */
import { describe, expect, test } from 'vitest'
import { envelopeOf, textOf } from '../harness/answers.ts'
import { approve, expectAuditIntact, listHolds } from '../harness/decide.ts'
import { expectLedgerJustified, readLedger } from '../harness/ledger.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import { waitFor } from '../harness/wait-for.ts'

const call = (id: string, params: string): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":${params}}`

describe.concurrent('strict reading', () => {
  test('[C1] duplicate keys anywhere, also by escapes, are refused and nothing is forwarded', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const lines = [
      call('101', '{"name":"get_item","name":"delete_item","arguments":{"id":1}}'),
      call('102', '{"name":"get_item","n\\u0061me":"delete_item","arguments":{"id":1}}'),
      call('103', '{"name":"get_item","arguments":{"id":1,"id":2}}'),
      call('104', '{"name":"get_item","arguments":{"deep":[{"a":1,"\\u0061":2}]}}'),
      '{"jsonrpc":"2.0","id":105,"method":"ping","method":"tools/call","params":{"name":"delete_item"}}',
    ]
    for (const [index, line] of lines.entries()) {
      wrap.client.send(line)
      const answer = await wrap.client.answer(101 + index)
      expect([-32602, -32600], line).toContain(answer.error?.code)
    }
    expect(readLedger(home)).toEqual([])
    expect(textOf(await wrap.client.call('get_item', { id: 1 }))).toBe('item 1')
    await endWrap(wrap)
    await expectAuditIntact(home)
  })

  test('[C3] numbers that JSON cannot carry exactly are refused; the others arrive as they were spelt', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    for (const number of ['9007199254740993', '1e400', '-1e400', '0.1000000000000000055511151231257827']) {
      const answer = await wrap.client.callText('get_item', `{"id":${number}}`)
      if (answer.error === undefined) expect(readLedger(home).at(-1)?.argumentsText).toBe(`{"id":${number}}`)
      else expect(answer.error.code).toBe(-32602)
    }
    const before = readLedger(home).length
    for (const number of ['-0', '-0.0', '1.0', '1E2', '1e+2', '9007199254740991', '0.10']) {
      const answer = await wrap.client.callText('get_item', `{"id":${number}}`)
      expect(answer.error, number).toBeUndefined()
      expect(readLedger(home).at(-1)?.argumentsText).toBe(`{"id":${number}}`)
    }
    expect(readLedger(home).length).toBe(before + 7)
    // Held and approved, the same bytes.
    const { approval_id: id } = envelopeOf(await wrap.client.callText('delete_item', '{"id":-0.0,"n":1E2}'))
    await approve(home, id, '--wait')
    expect(readLedger(home, 'delete_item')[0]?.argumentsText).toBe('{"id":-0.0,"n":1E2}')
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[C4] __proto__ is an ordinary key or refused, never a way in', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const sent = '{"__proto__":{"confirm":true,"id":1},"constructor":{"prototype":{}},"id":2}'
    const answer = await wrap.client.callText('delete_item', sent)
    const { approval_id: id } = envelopeOf(answer)
    await approve(home, id, '--wait')
    expect(readLedger(home, 'delete_item').map((entry) => entry.argumentsText)).toEqual([sent])
    expect(textOf(await wrap.client.callText('delete_item', sent))).toBe('deleted 2')
    const plain = envelopeOf(await wrap.client.call('delete_item', { id: 2 }))
    expect(plain.approval_id).not.toBe(id)
    await endWrap(wrap)
  })

  test('[C6] composed and decomposed letters, [C10] null and absent, are different calls; [C7] order is not', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const ids: string[] = []
    for (const text of [
      '{"id":"\u00e9"}',
      '{"id":"e\u0301"}',
      '{"id":null}',
      '{}',
      '{"id":1,"b":2}',
      '{"b":2,"id":1}',
    ]) {
      ids.push(envelopeOf(await wrap.client.callText('delete_item', text)).approval_id)
    }
    expect(new Set(ids.slice(0, 4)).size).toBe(4)
    expect(ids[5]).toBe(ids[4])
    await approve(home, ids[1] ?? '', '--wait')
    expect(readLedger(home, 'delete_item').map((entry) => entry.argumentsText)).toEqual(['{"id":"e\u0301"}'])
    envelopeOf(await wrap.client.callText('delete_item', '{"id":"\u00e9"}'))
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[C9] absurd depth, lone surrogates, broken UTF-8 and oversized messages are clean errors', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    const answer = await wrap.client.callText('get_item', `{"id":${deep}}`)
    expect(answer.error.code).toBeLessThan(-32_000)
    expect((await wrap.client.callText('get_item', '{"id":"\\ud800"}')).error.code).toBe(-32602)
    wrap.child.stdin.write(
      Buffer.concat([
        Buffer.from('{"jsonrpc":"2.0","id":5,"method":"x","params":{"a":"'),
        Buffer.from([0xff, 0xfe]),
        Buffer.from('"}}\n'),
      ]),
    )
    wrap.client.send('this is no JSON')
    wrap.client.send(`{"jsonrpc":"2.0","id":9,"method":"x","params":{"a":"${'x'.repeat(9 * 1024 * 1024)}"}}`)
    await waitFor(
      'three refusals',
      () => wrap.client.messages.filter(({ id, error }) => id === null && error).length === 3,
    )
    expect(readLedger(home)).toEqual([])
    expect(textOf(await wrap.client.call('get_item', { id: 1 }))).toBe('item 1')
    await endWrap(wrap)
    await expectAuditIntact(home)
  })

  test('[G11] a batch, a null id, an id in use and a call posing as a notification are errors and bypass nothing', async () => {
    const home = createTemporaryHome('wait: 5s')
    const wrap = await startWrap(home)
    const { client } = wrap
    const remove = '{"name":"delete_item","arguments":{"id":1}}'
    client.send(`[${call('201', remove)}]`)
    client.send(call('null', remove))
    client.send(`{"jsonrpc":"2.0","method":"tools/call","params":${remove}}`)
    client.send(`{"jsonrpc":"2.0","id":{"a":1},"method":"tools/call","params":${remove}}`)
    client.send(`{"jsonrpc":"2.0","id":202,"Method":"tools/call","method":"ping","params":${remove}}`)
    client.send(`{"id":203,"method":"tools/call","params":${remove}}`)
    await waitFor('the refusals', () => client.messages.filter(({ error }) => error !== undefined).length === 6)
    for (const { error } of client.messages) if (error !== undefined) expect(error.code).toBe(-32600)
    client.send(call('204', '{"name":"slow_delete","arguments":{"ms":1}}'))
    client.send(call('204', '{"name":"get_item","arguments":{"id":1}}'))
    await waitFor('the clash', () => client.messages.filter(({ error }) => error !== undefined).length === 7)
    client.send(call('205', '{"name":"get_item","arguments":["delete"]}'))
    expect((await client.answer(205)).error.code).toBe(-32602)
    client.send(call('206', '{"name":["delete_item"],"arguments":{}}'))
    expect((await client.answer(206)).error.code).toBe(-32602)
    expect(readLedger(home)).toEqual([])
    await waitFor('the one hold', async () => (await listHolds(home)).length > 0)
    expect((await listHolds(home)).map(({ tool }) => tool)).toEqual(['slow_delete'])
    await wrap.kill('SIGTERM')
    await expectAuditIntact(home)
  })
})
