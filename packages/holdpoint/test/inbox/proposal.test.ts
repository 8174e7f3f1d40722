/** Other ratings as YAML: said where they go, several together, and read by the very configuration they are for. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { policyProposal, proposalPlaces } from '../../inbox/src/model/policy-proposal.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { LISTED_TOOL } from '../browser/inbox-held.ts'
import { visitPage } from '../browser/page-visit.ts'

const STANDS = { state: 'idle', since: null, problem: null } as const
const THINGS = { name: 'things', identity: 'things-1', display: 'npx things', transport: 'stdio', configured: true }
const SEEN = { name: 'seen', identity: 'seen-1', display: null, transport: null, configured: false }

const visit = visitPage({
  listServers: async () => [
    {
      ...THINGS,
      ...STANDS,
      tools: [
        { ...LISTED_TOOL, name: 'pay_bill' },
        { ...LISTED_TOOL, name: 'drop: it' },
      ],
    },
    { ...SEEN, ...STANDS, tools: [{ ...LISTED_TOOL, name: 'send_mail' }] },
  ],
})

test('several ratings make one text, with each place once, that the configuration reads', async () => {
  const ratings = [
    { server: THINGS, tool: 'pay_bill', risk: 'medium' },
    { server: SEEN, tool: 'send_mail', risk: 'low' },
    { server: THINGS, tool: 'drop: it', risk: 'low' },
  ]
  expect(proposalPlaces(ratings)).toEqual(['servers.things.tools', 'rules'])
  const yaml = policyProposal(ratings)
  const folder = await mkdtemp(join(tmpdir(), 'holdpoint-proposal-'))
  const file = join(folder, 'holdpoint.yaml')
  await writeFile(file, `version: 1\n${yaml.replace('  things:\n', '  things:\n    command: [npx, things]\n')}`)
  const reading = await readConfig(file, {})
  await rm(folder, { recursive: true })
  if (!reading.ok) throw new Error(JSON.stringify(reading))
  expect(reading.config.servers['things']?.tools).toMatchObject({
    pay_bill: { risk: 'medium' },
    'drop: it': { risk: 'low' },
  })
  expect(reading.config.rules).toMatchObject([{ name: 'send_mail is low', risk: 'low' }])
})

test('choices are collected until they are dismissed, and the page says where they belong', async () => {
  await visit.openSignedIn('/servers')
  const rate = async (tool: string, risk: string): Promise<void> => {
    await visit.page.locator('.tool', { hasText: tool }).locator('select').selectOption(risk)
  }
  await rate('pay_bill', 'medium')
  await visit.page.waitForSelector('.proposal')
  await rate('drop: it', 'low')
  await rate('send_mail', 'medium')
  const yaml = visit.page.locator('.proposal pre')
  await expect.poll(() => yaml.textContent()).toContain('send_mail is medium')
  for (const part of ['pay_bill:\n        risk: medium', '"drop: it":\n        risk: low']) {
    expect(await yaml.textContent()).toContain(part)
  }
  expect((await yaml.textContent())?.match(/servers:/g)).toHaveLength(1)
  const hint = await visit.page.textContent('.proposal p')
  expect(hint).toContain('under servers.things.tools, rules')
  expect(hint).toContain('leave its other lines')
  await visit.page.getByRole('button', { name: 'Dismiss' }).click()
  await visit.page.waitForSelector('.proposal', { state: 'detached' })
  expect(await visit.page.locator('.tool', { hasText: 'pay_bill' }).locator('select').inputValue()).toBe('high')
})
