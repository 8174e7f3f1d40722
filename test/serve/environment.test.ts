/** What the children of a real `serve` find in their environment, told by a server that lists it. */
import { writeFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { connectAgent } from '../harness/serve-agent.ts'
import { createPlace } from '../harness/serve-harness.ts'

const place = createPlace()

afterAll(async () => {
  await place.close()
})

const SERVER = `
import { createInterface } from 'node:readline'
const TOOL = { name: 'get_environment', description: 'The environment', inputSchema: { type: 'object' } }
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line)
  if (id === undefined) continue
  const result =
    method === 'initialize'
      ? { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'told', version: '1' } }
      : method === 'tools/list'
        ? { tools: [TOOL] }
        : { content: [{ type: 'text', text: JSON.stringify(process.env) }] }
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
}
`

test.each(['2025', '2026'] as const)(
  '[X11.C4] a child of serve knows a small set of variables and what its entry names, and no secret of another (%s)',
  async (era) => {
    const script = place.file('environment-server.mjs')
    writeFileSync(script, SERVER)
    const told = (env: object): object => ({ command: [process.execPath, script], env })
    const service = await place.serve(
      { servers: { crm: told({ CRM_TOKEN: '${CRM_TOKEN}' }), mail: told({ MAIL_KEY: 'literal' }) } },
      {
        CRM_TOKEN: 'secret-of-crm',
        DEPLOY_KEY: 'secret-of-nobody-here',
        HOLDPOINT_TOKEN: 'hp_secret',
        HOLDPOINT_DEBUG: '1',
        NODE_OPTIONS: '--no-warnings',
        LC_ALL: 'C.UTF-8',
        TMPDIR: place.folder,
      },
    )
    const environmentOf = async (server: string): Promise<{ readonly [name: string]: string }> => {
      const agent = await connectAgent(service.url, { era, server })
      const { answer } = await agent.call('get_environment')
      return JSON.parse(answer.result?.content?.[0]?.text ?? '{}') as { readonly [name: string]: string }
    }
    const [crm, mail] = [await environmentOf('crm'), await environmentOf('mail')]
    await service.stop()
    expect(crm).toMatchObject({
      CRM_TOKEN: 'secret-of-crm',
      LC_ALL: 'C.UTF-8',
      TMPDIR: place.folder,
      HOME: place.folder,
    })
    expect(crm['PATH']).toBe(process.env['PATH'])
    expect(mail).toMatchObject({ MAIL_KEY: 'literal' })
    for (const environment of [crm, mail]) {
      // The public key of whoever signs for this server alone.
      expect(Object.keys(environment).filter((name) => /HOLDPOINT|DEPLOY_KEY|NODE_OPTIONS/.test(name))).toEqual([
        'HOLDPOINT_GATEWAY_KEY',
      ])
      expect(environment['HOLDPOINT_GATEWAY_KEY']).toMatch(/^[\w-]{43}$/)
    }
    expect(crm['HOLDPOINT_GATEWAY_KEY']).not.toBe(mail['HOLDPOINT_GATEWAY_KEY'])
    expect(JSON.stringify(mail)).not.toContain('secret-of-')
  },
)
