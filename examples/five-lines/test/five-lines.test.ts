/** The example does what its page says, with clients of both lines of the SDK, and is as small as its name says. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { personWho, startExample } from '../../../test/harness/example-agent.ts'
import type { AgentOptions, ExampleAgent } from '../../../test/harness/example-agent.ts'

const at = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url))

const open: ExampleAgent[] = []
afterEach(async () => {
  for (const agent of open.splice(0)) await agent.close()
})

async function start(options: AgentOptions): Promise<ExampleAgent> {
  const agent = await startExample([at('dist/main.js')], options)
  open.push(agent)
  return agent
}

describe.each(['v1', 'v2'] as const)('with a client of %s', (line) => {
  test('a read passes, and a yes deletes the note', async () => {
    const person = personWho('approves')
    const agent = await start({ line, person })
    expect((await agent.call('list_notes')).text).toBe('shopping, ideas')
    expect(await agent.call('delete_note', { name: 'shopping' })).toMatchObject({
      text: '✅ Deleted shopping.',
      isError: false,
    })
    expect((await agent.call('list_notes')).text).toBe('ideas')
    expect(person.asked).toEqual([expect.stringContaining('Delete the note shopping?')])
  })

  test('a no deletes nothing', async () => {
    const agent = await start({ line, person: personWho('declines') })
    expect((await agent.call('delete_note', { name: 'shopping' })).text).toContain('declined by user')
    expect((await agent.call('list_notes')).text).toBe('shopping, ideas')
  })

  test('nobody is asked about a note that is not there', async () => {
    const person = personWho('approves')
    const agent = await start({ line, person })
    expect((await agent.call('delete_note', { name: 'none' })).text).toContain('Note none was not found.')
    expect(person.asked).toEqual([])
  })

  test('a client without forms gets a link, and the code for the page stands in the log', async () => {
    const agent = await start({ line })
    const { structured } = await agent.call('delete_note', { name: 'shopping' })
    expect(structured).toMatchObject({
      requires_human_approval: true,
      approval_url: expect.stringContaining('http://localhost:'),
    })
    expect(agent.log()).toMatch(/sign in with the code \w{8}/)
    expect((await agent.call('list_notes')).text).toBe('shopping, ideas')
  })
})

test('five lines are there for the question, of no more than thirty', () => {
  const lines = readFileSync(at('src/main.ts'), 'utf8').trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(30)
  expect(lines.flatMap((line) => /\/\/ (\d)$/.exec(line)?.[1] ?? [])).toEqual(['1', '2', '3', '4', '5'])
})

test('the server in the README of @holdpoint/mcp is the one that is compiled and run here', () => {
  const [, block] = /```ts\n([^]*?)```/.exec(readFileSync(at('../../packages/mcp/README.md'), 'utf8')) ?? []
  expect(block).toBe(readFileSync(at('src/main.ts'), 'utf8'))
})
