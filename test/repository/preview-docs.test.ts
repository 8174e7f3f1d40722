/** docs/guide/previews.md does what it says, and `policy suggest` proposes what can be used. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { envelopeOf } from '../harness/answers.ts'
import { holdpoint } from '../harness/decide.ts'
import { HOLDPOINT, REPOSITORY } from '../harness/paths.ts'
import { startProcess, startWrap } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import { waitFor } from '../harness/wait-for.ts'
import { WAREHOUSE_CONFIG } from '../harness/warehouse.ts'
import { readLedger } from '../../examples/warehouse/test/warehouse-process.ts'

const GUIDE = readFileSync(join(REPOSITORY, 'docs/guide/previews.md'), 'utf8')
const WAREHOUSE = join(REPOSITORY, 'examples/warehouse/bin/warehouse.js')

function blocks(language: string): readonly string[] {
  return [...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'gm'))].map(([, text]) => text ?? '')
}

describe.concurrent('the guide to previews', () => {
  test('every configuration in it is accepted', async () => {
    const home = createTemporaryHome()
    const files = blocks('yaml')
    expect(files).toHaveLength(4)
    for (const [index, text] of files.entries()) {
      const file = join(home.folder, `guide-${index}.yaml`)
      writeFileSync(file, text)
      const checked = await holdpoint(home, ['policy', 'check', '--config', file])
      expect(`${checked.stdout}${checked.stderr}`).toContain('is fine')
    }
    expect((await holdpoint(home, ['policy', 'check', '--config', WAREHOUSE_CONFIG])).code).toBe(0)
  })

  test('what is shown is shown', async () => {
    const [yaml = ''] = blocks('yaml')
    const [shown = ''] = blocks('text')
    const home = createTemporaryHome(`wait: 50ms\n${yaml.replace('version: 1', '')}`)
    const command = [process.execPath, WAREHOUSE, '--database', join(home.folder, 'warehouse.db')]
    const { client } = await startWrap(home, { name: 'warehouse', command })
    const { approval_id: id } = envelopeOf(await client.call('delete_product', { sku: 'CHR-1005' }))
    expect((await holdpoint(home, ['show', id])).stdout.startsWith(shown)).toBe(true)
  })
})

describe.concurrent('policy suggest', () => {
  test('what it prints is accepted, works on the server it was made for, and nothing was called for it', async () => {
    const home = createTemporaryHome()
    const [line = ''] = blocks('sh')
    expect(line).toMatch(
      /^holdpoint policy suggest --server warehouse -- node examples\/warehouse\/bin\/warehouse\.js /,
    )
    const database = join(home.folder, 'suggested.db')
    const command = [process.execPath, WAREHOUSE, '--database', database]
    const suggested = await holdpoint(home, ['policy', 'suggest', '--server', 'warehouse', '--', ...command])
    expect(suggested.code, suggested.stderr).toBe(0)
    for (const tool of ['delete_product', 'delete_supplier', 'delete_purchase_order', 'delete_sales_order']) {
      expect(suggested.stdout).toContain(
        `"${tool}":\n        preview:\n          call: "${tool.replace('delete', 'get')}"`,
      )
    }
    expect(readLedger(database)).toEqual([])
    const file = join(home.folder, 'suggested.yaml')
    writeFileSync(file, suggested.stdout)
    expect((await holdpoint(home, ['policy', 'check', '--config', file])).stdout).toContain('is fine')
    const trial = createTemporaryHome(`wait: 50ms\n${suggested.stdout.replace('version: 1', '')}`)
    const { client } = await startWrap(trial, { name: 'warehouse', command })
    const { approval_id: id } = envelopeOf(await client.call('delete_product', { sku: 'CHR-1005' }))
    const shown = (await holdpoint(trial, ['show', id])).stdout
    expect(shown).toContain('⚠️ High risk: Delete product CHR-1005 "Drafting stool, grey"?')
  })

  test('the configured server by name, or the only one; as JSON; and what is not clear is said', async () => {
    const home = createTemporaryHome()
    const database = join(home.folder, 'w.db')
    home.configure(
      `servers: { stock: { command: [${JSON.stringify(process.execPath)}, ${JSON.stringify(WAREHOUSE)}, --database, ${JSON.stringify(database)}] } }`,
    )
    const { stdout } = await holdpoint(home, ['policy', 'suggest', '--json'])
    const { server, recipes } = JSON.parse(stdout) as { server: string; recipes: readonly { tool: string }[] }
    expect(server).toBe('stock')
    expect(recipes.map(({ tool }) => tool)).toContain('modify_product')
    const unknown = await holdpoint(home, ['policy', 'suggest', '--server', 'stok'])
    expect(unknown).toMatchObject({ code: 1 })
    expect(unknown.stderr).toContain('Configured: stock.')
    expect((await holdpoint(home, ['policy', 'suggest', '--server', 'x', '--'])).code).toBe(2)
    const dead = await holdpoint(home, ['policy', 'suggest', '--server', 'x', '--', process.execPath, '-e', '0'])
    expect(dead).toMatchObject({ code: 1 })
  })
})

test('the demo shows what its call is about, where nobody configured anything', async () => {
  const home = createTemporaryHome()
  rmSync(home.configFile)
  const demo = startProcess(process.execPath, [HOLDPOINT, 'demo'], {
    cwd: home.folder,
    environment: home.environment,
  })
  let said = ''
  demo.child.stdout.setEncoding('utf8').on('data', (chunk: string) => (said += chunk))
  const [, id = ''] = await waitFor('the demo', () => /approvals\/([0-9a-f-]{36})/.exec(said))
  expect(said).toContain('Waiting now:   Delete product CHR-1005 "Drafting stool, grey"? (high risk')
  expect((await holdpoint(home, ['show', id])).stdout).toContain('Stock written off: EUR 693.00')
  await demo.kill('SIGINT')
})
