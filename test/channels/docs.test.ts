/** What the pages of the channels show as a configuration is taken by `holdpoint policy check`, as it stands there. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createPlace } from '../harness/serve-harness.ts'
import { REPOSITORY } from '../harness/paths.ts'

const PAGES = [
  'docs/channels/slack.md',
  'docs/channels/feishu.md',
  'docs/channels/dingtalk.md',
  'docs/reference/configuration.md',
]

test.each(PAGES)('[X13.4] the configuration of chats in %s can be read, and keeps no secret', async (page) => {
  const blocks = [...readFileSync(path.join(REPOSITORY, page), 'utf8').matchAll(/^```yaml\n([^]*?)^```$/gm)]
  const ofChats = blocks.map(([, text = '']) => text).filter((text) => /^channels:$/m.test(text))
  expect(ofChats).not.toEqual([])
  const place = createPlace()
  for (const text of ofChats) {
    const whole = /^version:/m.test(text) ? text : `version: 1\n${text}`
    writeFileSync(path.join(place.home, 'holdpoint.yaml'), whole)
    const { code, stdout, stderr } = await place.run(['policy', 'check'])
    expect(`${stdout}${stderr}`).not.toMatch(/unknown|expected|cannot/i)
    expect(code).toBe(0)
  }
  await place.close()
})
