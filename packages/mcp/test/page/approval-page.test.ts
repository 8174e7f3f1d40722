/** The page of a server that asks by itself, in a real browser: who is let in, what they press, and that it never says more than it knows. */
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { openChromium } from '../../../holdpoint/test/browser/page-browser.ts'
import { pressStill } from '../../../holdpoint/test/browser/standing-still.ts'
import { confirmedTool, createHoldpoint } from '../../src/index.ts'
import type { Holdpoint } from '../../src/index.ts'
import { connect, newServer } from '../sdk-lines.ts'
import type { Agent } from '../sdk-lines.ts'

const ended: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).toReversed()) await end()
})

interface Visit {
  readonly page: Page
  readonly agent: Agent
  readonly holdpoint: Holdpoint
  /** Every run of the tool's own function. */
  readonly ledger: string[]
  /** What is drawn, in the card and beside it. */
  shows(words: string): Promise<void>
}

/** A call waits, and a person signed in on its page by the code in the log. */
async function visit(irreversible: boolean): Promise<Visit> {
  const told: string[] = []
  const ledger: string[] = []
  const holdpoint = createHoldpoint({ server: 'shop', log: (line) => told.push(line), waitMs: 0 })
  const server = newServer('v2')
  const preview = (): { readonly title: string } => ({ title: 'Delete Oak chair?' })
  const apply = (): string => {
    ledger.push('ran')
    return 'It is deleted.'
  }
  confirmedTool(server, 'delete_product', { risk: 'high', irreversible, preview, apply }, holdpoint)
  const agent = await connect(server, 'v2', 'v2', null)
  const { structuredContent } = await agent.call('delete_product', {})
  const page = await (await openChromium()).newPage()
  ended.push(
    () => holdpoint.close(),
    () => agent.close(),
    () => page.close(),
  )
  await page.goto(String(structuredContent?.['approval_url']))
  await page.getByLabel('The code').fill('WRONGONE')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('That is not the code of this server.').waitFor()
  await page.getByLabel('The code').fill(/sign in with the code (\w+)/.exec(told.join('\n'))?.[1] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const drawn = async (): Promise<string> =>
    await page.evaluate(() => {
      const card = document.querySelector('tool-card')
      return `${card?.shadowRoot?.textContent} ${document.querySelector('main')?.innerText}`
    })
  const shows = async (words: string): Promise<void> => await expect.poll(drawn).toContain(words)
  await shows('Delete Oak chair?')
  return { page, agent, holdpoint, ledger, shows }
}

test('a yes on the page runs it, and the page shows what it gave', async () => {
  const { page, ledger, shows } = await visit(false)
  await pressStill(page.getByRole('button', { name: 'Run it once' }))
  await shows('It is deleted.')
  expect(ledger).toEqual(['ran'])
  expect(await page.getByRole('button', { name: 'Take it back' }).isVisible()).toBe(false)
})

test('a yes to what cannot be undone can be taken back for a moment, and then nothing runs', async () => {
  const { page, agent, ledger, shows } = await visit(true)
  await pressStill(page.getByRole('button', { name: 'Run it once' }))
  await page.getByRole('button', { name: 'Take it back' }).click()
  await shows('Cancelled')
  expect((await agent.call('delete_product', {})).isError).toBe(true)
  expect(ledger).toEqual([])
})

test('a page whose server has ended says nothing of what it cannot know', async () => {
  const { page, holdpoint, shows } = await visit(true)
  await pressStill(page.getByRole('button', { name: 'Run it once' }))
  await page.getByRole('button', { name: 'Take it back' }).waitFor()
  await holdpoint.close()
  await shows('what becomes of this call is not shown here')
  expect(await page.locator('main').innerText()).not.toContain('nothing ran')
  expect(await page.getByRole('button', { name: 'Take it back' }).isVisible()).toBe(false)
})
