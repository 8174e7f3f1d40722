/** Reads and everything the gateway has no business with: at once, and byte for byte what a direct run would give. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expectAuditIntact, holdpoint, listHolds } from '../harness/decide.ts'
import { readLedger } from '../harness/ledger.ts'
import { endWrap, startDirect, startWrap } from '../harness/run-wrap.ts'
import type { RunningWrap } from '../harness/run-wrap.ts'
import { modernMeta, waitForMessage } from '../harness/stdio-client.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import { delay } from '../harness/wait-for.ts'

const modern = JSON.stringify(modernMeta()['_meta'])

/** Odd spacing, number spellings, escapes, unknown members: what a careless re-serialisation would change. */
const REQUESTS: readonly (readonly [id: string, line: string])[] = [
  ['"a-1"', '{"jsonrpc":"2.0", "id":"a-1" ,"method":"tools/call","params":{"arguments":{"id":1.0},"name":"get_item"}}'],
  ['12', '{"method":"tools/call","params":{"name":"weird_get","arguments":{}},"id":12,"jsonrpc":"2.0"}'],
  ['13', '{"jsonrpc":"2.0","id":13,"method":"tools/call","params":{"name":"weird_get"}}'],
  ['14', '{"jsonrpc":"2.0","id":14,"method":"tools/call","params":{"name":"task_get","arguments":{}}}'],
  ['15', `{"jsonrpc":"2.0","id":15,"method":"tools/call","params":{"name":"task_get","_meta":${modern}}}`],
  ['16', `{"jsonrpc":"2.0","id":16,"method":"tasks/get","params":{"taskId":"task-1","_meta":${modern}}}`],
  ['17', '{"jsonrpc":"2.0","id":17,"method":"example/unheard","params":{"z":1.50,"a":"\\u00e9\\/","n":null,"b":-0.0}}'],
  ['18', '{"jsonrpc":"2.0","id":18,"method":"example/no-params"}'],
  ['19', '{"jsonrpc":"2.0","id":19,"method":"resources/list","params":{}}'],
  ['20', '{"jsonrpc":"2.0","id":20,"method":"ping"}'],
  ['"é"', '{"jsonrpc":"2.0","id":"é","method":"ping","params":{}}'],
  ['21', `{"jsonrpc":"2.0","id":21,"method":"server/discover","params":{"_meta":${modern}}}`],
]

const PROGRESS =
  '{"jsonrpc":"2.0","id":30,"method":"tools/call","params":{"name":"progress_get","arguments":{"steps":3},"_meta":{"progressToken":"tok"}}}'
const NOTIFICATION = '{"jsonrpc":"2.0","method":"notifications/example",  "params":{"x":[1.0,"\\u00df"]}}'

async function talk({ client }: RunningWrap): Promise<readonly string[]> {
  const heard: string[] = []
  for (const [id, line] of REQUESTS) {
    client.send(line)
    heard.push(await client.answerLine(JSON.parse(id) as string | number))
  }
  client.send(PROGRESS)
  await client.answerLine(30)
  heard.push(...client.lines.filter((line) => line.includes('"tok"') || line.includes('"id":30')))
  client.send(NOTIFICATION)
  await waitForMessage(client, 'the echo', (message) => message.method === 'notifications/fixture/echo')
  heard.push(...client.lines.filter((line) => line.includes('fixture/echo')))
  return heard
}

const received = (folder: string): readonly string[] => {
  const file = join(folder, 'received.jsonl')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  // The gateway reads the tool list for itself, under ids of its own.
  return lines.filter((line) => line !== '' && !line.includes('"id":"holdpoint-'))
}

describe.concurrent('reads', () => {
  test('[S1.1] a read passes, its bytes arrive as they were sent, nobody is asked', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    await wrap.client.request('tools/list')
    const sent = '{ "id" : "caf\\u00e9", "n":[1.0,1e2,-0.0] , "zz":null,"a":"\\/" }'
    const answer = await wrap.client.callText('get_item', sent)
    expect(answer.result).toEqual({ content: [{ type: 'text', text: 'item café' }] })
    expect(readLedger(home).map(({ argumentsText }) => argumentsText)).toEqual([sent])
    expect((await endWrap(wrap)).code).toBe(0)
    expect(await listHolds(home)).toEqual([])
    const tail = await holdpoint(home, ['audit', 'tail', '--json'])
    expect(tail.stdout).toContain('call-passed')
    await expectAuditIntact(home)
  })

  test('[S1.5] the rationale of a read is kept in the audit and never reaches the server', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    await wrap.client.callText('get_item', '{"id":1.0,"rationale":"The user wants to see item one."}')
    expect(readLedger(home)[0]?.argumentsText).toBe('{"id":1.0}')
    await endWrap(wrap)
    const exported = await holdpoint(home, ['audit', 'export', '--format', 'jsonl'])
    expect(exported.stdout).toContain('The user wants to see item one.')
    await expectAuditIntact(home)
  })

  test('[S1.1] unknown methods, odd results, tasks, progress and notifications equal a direct run byte for byte', async () => {
    const homes = [createTemporaryHome(), createTemporaryHome()] as const
    const environment = (folder: string): NodeJS.ProcessEnv => ({ RECEIVED_FILE: join(folder, 'received.jsonl') })
    const [direct, wrap] = await Promise.all([
      startDirect(homes[0], { environment: environment(homes[0].folder) }),
      startWrap(homes[1], { environment: environment(homes[1].folder) }),
    ])
    const [expected, heard] = await Promise.all([talk(direct), talk(wrap)])
    expect(heard).toEqual(expected)
    expect(heard.length).toBe(REQUESTS.length + 5)
    await Promise.all([endWrap(direct), endWrap(wrap)])
    expect(received(homes[1].folder)).toEqual(received(homes[0].folder))
    await expectAuditIntact(homes[1])
  })

  test('[S1.5] the tool list keeps its order and fields; tools that may ask gain a rationale and coaching', async () => {
    const homes = [createTemporaryHome(), createTemporaryHome()] as const
    const [direct, wrap] = await Promise.all([startDirect(homes[0]), startWrap(homes[1])])
    const [plain, gated] = await Promise.all([direct.client.request('tools/list'), wrap.client.request('tools/list')])
    const names = (tools: readonly { name: string }[]): readonly string[] => tools.map(({ name }) => name)
    expect(names(gated.result.tools)).toEqual(names(plain.result.tools))
    for (const [index, tool] of gated.result.tools.entries()) {
      const asks = tool.description.includes('NOT RUN YET')
      if (asks)
        expect(tool.inputSchema.properties.rationale, tool.name).toMatchObject({ type: 'string', minLength: 10 })
      else expect(tool, tool.name).toEqual(plain.result.tools[index])
      expect(tool.outputSchema).toEqual(plain.result.tools[index].outputSchema)
      const words: string = plain.result.tools[index].description
      expect(
        [words, `🔴 HIGH-RISK. ${words}`].some((begin) => tool.description.startsWith(begin)),
        tool.name,
      ).toBe(true)
    }
    const deletes = gated.result.tools.find((tool: { name: string }) => tool.name === 'delete_item')
    expect(deletes.description).toContain('NOT RUN YET')
    expect(deletes.annotations.destructiveHint).toBe(true)
    await Promise.all([endWrap(direct), endWrap(wrap)])
  })

  test('nothing but MCP is on standard output, and nothing is bound or written to the service file for reads', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    await wrap.client.call('get_item', { id: 1 })
    await delay(50)
    expect(existsSync(join(home.path, 'service.json'))).toBe(false)
    expect(wrap.client.messages.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true)
    await endWrap(wrap)
  })
})
