import { createDingTalkChannel, createFeishuChannel, createSlackChannel } from '@holdpoint/channels'
import type { Channel } from '@holdpoint/channels'
import { describe, expect, test } from 'vitest'

const SECRET = 'xoxb-very-secret'

const PLATFORMS: readonly (readonly [string, (apiUrl: string) => Channel])[] = [
  [
    'slack',
    (apiUrl) =>
      createSlackChannel({ name: 'slack', botToken: SECRET, events: { by: 'socket', appToken: SECRET }, apiUrl }),
  ],
  [
    'dingtalk',
    (apiBase) => createDingTalkChannel({ name: 'dingtalk', clientId: 'ding1', clientSecret: SECRET, apiBase }),
  ],
  [
    'feishu',
    (apiUrl) =>
      createFeishuChannel({
        name: 'feishu',
        appId: 'cli_0123456789abcdef',
        appSecret: SECRET,
        events: { by: 'stream' },
        apiUrl,
      }),
  ],
]

describe.each(PLATFORMS)('[X13.S1] the address of %s', (_name, create) => {
  test.each([
    'http://platform.example',
    'http://10.0.0.7:8080',
    'http://localhost@platform.example',
    'http://localhost.platform.example',
    'http://127.0.0.1.platform.example',
    'ws://localhost',
    'platform.example',
    '',
  ])('%j is refused before a secret is sent, and the error has none', (address) => {
    expect(() => create(address)).toThrow(expect.objectContaining({ kind: 'refused' }))
    expect(() => create(address)).toThrow(/https:\/\/|no URL/)
    expect(() => create(address)).not.toThrow(new RegExp(SECRET))
  })

  test.each(['https://platform.example/base/', 'http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'])(
    '%s is taken',
    async (address) => {
      await create(address).close()
    },
  )
})
