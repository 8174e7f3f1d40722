/** The example does what its header says, against a running service, in at most 150 lines. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startRequesting } from '../../../packages/holdpoint/test/http/requesting-service.ts'

const at = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url))

test('it approves small refunds, declines at night, and leaves the rest to people', async () => {
  const service = await startRequesting()
  try {
    const env = {
      ...process.env,
      HOLDPOINT_URL: service.origin,
      HOLDPOINT_TOKEN: await service.token('approver', 'refunds-bot'),
      HOLDPOINT_AGENT_TOKEN: await service.token('agent', 'payments-bot'),
    }
    const { stdout } = await promisify(execFile)(process.execPath, [at('dist/main.js'), '--verify'], { env })
    expect(stdout).toMatch(/approved refund: .*\n(?:.*\n)*verified\n$/)
    expect(stdout).toContain('declined delete_customer: Nothing is deleted at night.')
  } finally {
    await service.close()
  }
  expect(readFileSync(at('src/main.ts'), 'utf8').split('\n').length).toBeLessThanOrEqual(150)
})
