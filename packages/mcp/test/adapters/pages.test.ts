/** The programs on the pages of the adapters are the ones that `npm run adapters` compiles and runs. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const REPOSITORY = new URL('../../../../', import.meta.url)

test.each([
  ['claude', 'claude/confirmed-task.ts'],
  ['langchain', 'langchain/confirmed-agent.ts'],
  ['openai-agents', 'openai-agents/confirmed-tool.ts'],
  ['mastra', 'mastra/confirmed-tool.ts'],
])('the page of %s', (page, file) => {
  const text = readFileSync(new URL(`docs/guide/adapters/${page}.md`, REPOSITORY), 'utf8')
  const programs = [...text.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, program]) => program)
  expect(programs).toEqual([readFileSync(new URL(`adapters/${file}`, REPOSITORY), 'utf8')])
})
