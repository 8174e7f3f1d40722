/** Claude Code itself, with a scripted model behind it, in a home of its own that outlives each of its processes. */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Options, SDKResultMessage } from '@anthropic-ai/claude-agent-sdk'
import { startMessagesApi } from './messages-api.ts'
import type { MessagesApi, WantedUse } from './messages-api.ts'

/** The session that is taken up, and what Claude is given in this home. */
export interface ClaudeSession {
  readonly api: MessagesApi
  readonly options: Options
  /** The result of the first run says which session it is. */
  run(running: Promise<SDKResultMessage>): Promise<SDKResultMessage>
  readonly id: string
  /** The SKUs that were deleted, in order. */
  deleted(): Promise<readonly string[]>
  /** The conversation as it stands on disk. */
  keep(): Promise<() => Promise<void>>
  forge(from: string, to: string): Promise<void>
  close(): Promise<void>
}

const SHOP = fileURLToPath(new URL('shop-server.mjs', import.meta.url))

export async function openClaudeSession(uses: readonly WantedUse[]): Promise<ClaudeSession> {
  const home = await mkdtemp(join(tmpdir(), 'holdpoint-claude-'))
  const ledger = join(home, 'ledger')
  const projects = join(home, '.claude', 'projects')
  const api = await startMessagesApi(uses)
  let session = ''

  const servers: NonNullable<Options['mcpServers']> = {
    shop: { type: 'stdio', command: process.execPath, args: [SHOP], env: { LEDGER: ledger } },
  }
  const options: Options = {
    cwd: home,
    model: 'claude-sonnet-4-5',
    tools: [],
    settingSources: [],
    mcpServers: servers,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      ANTHROPIC_BASE_URL: api.url,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
  }

  return {
    api,
    options,
    get id() {
      return session
    },
    async run(running) {
      const result = await running
      session = result.session_id
      return result
    },
    async deleted() {
      const text = await readFile(ledger, 'utf8').catch(() => '')
      return text.split('\n').filter((line) => line !== '')
    },
    async keep() {
      const copy = join(home, 'kept')
      await cp(projects, copy, { recursive: true })
      return async () => {
        await rm(projects, { recursive: true })
        await cp(copy, projects, { recursive: true })
      }
    },
    async forge(from, to) {
      for (const name of await readdir(projects, { recursive: true })) {
        if (!name.endsWith('.jsonl')) continue
        const file = join(projects, name)
        await writeFile(file, (await readFile(file, 'utf8')).replaceAll(from, to))
      }
    },
    async close() {
      await api.close()
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
