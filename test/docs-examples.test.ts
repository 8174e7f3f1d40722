/** Configurations shown in the documentation are ones that the program accepts, as they stand there. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { holdpoint } from './harness/decide.ts'
import { REPOSITORY } from './harness/paths.ts'
import { startWrap } from './harness/run-wrap.ts'
import { waitForMessage } from './harness/stdio-client.ts'
import { createTemporaryHome } from './harness/temporary-home.ts'

const PAGES = ['docs/policy.md', 'docs/rails.md'] as const
const SAMPLE_HASH = 'a'.repeat(64)

interface Example {
  readonly page: string
  readonly yaml: string
}

/** Whole configurations only: a fragment shows one key among others. */
const EXAMPLES: readonly Example[] = PAGES.flatMap((page) =>
  [...readFileSync(path.join(REPOSITORY, page), 'utf8').matchAll(/^```yaml[^\n]*\n([^]*?)^```$/gm)]
    .map(([, yaml = '']) => ({ page, yaml }))
    .filter(({ yaml }) => /^version: 1/m.test(yaml)),
)

describe('configurations in the documentation', () => {
  test('there are some on every page', () => {
    for (const page of PAGES)
      expect(
        EXAMPLES.filter((example) => example.page === page),
        page,
      ).not.toEqual([])
  })

  test.each(EXAMPLES)('$page: $yaml', async ({ yaml }) => {
    const home = createTemporaryHome()
    // A hash in the text is abbreviated; what it stands for is not.
    writeFileSync(home.configFile, yaml.replaceAll(/sha256: [0-9a-f]*…|sha256: <hex>/g, `sha256: ${SAMPLE_HASH}`))
    writeFileSync(path.join(path.dirname(home.configFile), 'crm.md'), '# CRM\n')
    const environment = Object.fromEntries([...yaml.matchAll(/\$\{([A-Z_]+)\}/g)].map(([, name]) => [name, 'set']))
    const { code, stdout, stderr } = await holdpoint(home, ['policy', 'check'], { environment })
    expect(`${stdout}${stderr}`).not.toMatch(/^error|: error/m)
    expect(code, `${stdout}${stderr}`).toBe(0)
  })
})

describe('the form in docs/rails.md', () => {
  test('is the one that clients get', async () => {
    const shown =
      /^```json\n([^]*?)^```$/m.exec(readFileSync(path.join(REPOSITORY, 'docs/rails.md'), 'utf8'))?.[1] ?? ''
    const documented = JSON.parse(shown) as {
      message: string
      requestedSchema: { properties: { decision: { enum: string[] } } }
    }
    const home = createTemporaryHome('wait: 2s')
    const wrap = await startWrap(home, { capabilities: { elicitation: {} } })
    const calling = wrap.client.call('delete_item', { id: 'a1' })
    calling.catch(() => {})
    const question = await waitForMessage(wrap.client, 'the form', ({ method }) => method === 'elicitation/create')
    const { message, requestedSchema } = question.params as typeof documented
    const standing = requestedSchema.properties.decision.enum.splice(2)
    expect(standing).toHaveLength(2)
    expect(requestedSchema).toEqual(documented.requestedSchema)
    expect(message.slice(0, documented.message.length - 1)).toBe(documented.message.slice(0, -1))
    wrap.client.respond(question.id ?? '', { action: 'cancel' })
    await calling
    await wrap.kill()
  })
})
