/** The chat's side of MCP: it calls the tools of one server, one call after the other, and keeps of each what its card shows. A question of the server belongs to the call that is under way. */
import type { HoldVerdictDetail, Invocation } from '@holdpoint/card'
import type { JsonObject } from '@holdpoint/core'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { readForm, toFormResult, toHold } from './question.ts'
import type { Form, FormResult } from './question.ts'

/** What a card is given, and the server's own words for its question. */
export interface ShownCall {
  readonly invocation: Invocation
  readonly question: string | null
}

export interface Conversation {
  readonly tools: readonly string[]
  /** Every call so far, as it stands. */
  calls(): readonly ShownCall[]
  call(tool: string, args: JsonObject): void
  /** What a person pressed on a card; `false`: nothing is asked there any more. */
  answer(verdict: HoldVerdictDetail): boolean
  close(): Promise<void>
}

/** How long a person may take; the server ends its question earlier. */
const PATIENCE_MS = 30 * 60_000

export async function startConversation(
  [command = '', ...args]: readonly string[],
  changed: (call: ShownCall) => void,
): Promise<Conversation> {
  const calls = new Map<string, ShownCall>()
  let asked: { readonly id: string; readonly form: Form; readonly resolve: (result: FormResult) => void } | null = null
  let running: { readonly id: string; readonly arguments: JsonObject } | null = null
  let queue = Promise.resolve()

  const client = new Client({ name: 'chat', version: '1.0.0' }, { capabilities: { elicitation: { form: {} } } })
  client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq: { signal } }) => {
    const form = readForm(params)
    const call = running === null ? undefined : calls.get(running.id)
    if (form === null || call === undefined || running === null) return { action: 'cancel' }
    const id = crypto.randomUUID()
    const { tool } = call.invocation
    const destructive = hints.get(tool) !== false
    const hold = toHold(id, form, { tool, server: name, arguments: running.arguments, destructive })
    update(running.id, { state: 'pending', hold }, form.message)
    const result = await new Promise<FormResult>((resolve) => {
      asked = { id, form, resolve }
      signal.addEventListener('abort', () => resolve({ action: 'cancel' }))
    })
    asked = null
    update(running.id, { state: 'running', hold: null }, null)
    return { ...result }
  })
  await client.connect(new StdioClientTransport({ command, args: [...args], stderr: 'inherit' }))
  const name = client.getServerVersion()?.name ?? command
  const { tools } = await client.listTools()
  const hints = new Map(tools.map((tool) => [tool.name, tool.annotations?.destructiveHint]))

  function update(id: string, news: Partial<Invocation>, question: string | null): void {
    const before = calls.get(id)
    if (before === undefined) return
    const call = { invocation: { ...before.invocation, ...news }, question }
    calls.set(id, call)
    changed(call)
  }

  async function run(id: string, tool: string, given: JsonObject): Promise<void> {
    running = { id, arguments: given }
    update(id, { state: 'running' }, null)
    const onprogress = ({ progress, message }: { progress: number; message?: string | undefined }): void =>
      update(id, { progress: { progress, ...(message === undefined ? {} : { message }) } }, shownOf(id))
    const options = { timeout: PATIENCE_MS, resetTimeoutOnProgress: true, onprogress }
    try {
      const { content, isError } = await client.callTool({ name: tool, arguments: given }, options)
      const error = isError === true ? { error: { message: '', retry: 'never' as const } } : {}
      update(id, { state: isError === true ? 'error' : 'success', content, ...error }, null)
    } catch (error) {
      update(id, { state: 'error', error: error instanceof Error ? error.message : String(error) }, null)
    }
    running = null
  }

  const shownOf = (id: string): string | null => calls.get(id)?.question ?? null

  return {
    tools: [...hints.keys()],
    calls: () => [...calls.values()],
    call(tool, given) {
      const id = crypto.randomUUID()
      const server = { name, trust: 'trusted', state: 'connected' } as const
      calls.set(id, { invocation: { id, tool, server, state: 'running', arguments: given }, question: null })
      queue = queue.then(async () => await run(id, tool, given))
    },
    answer(verdict) {
      if (asked?.id !== verdict.hold) return false
      asked.resolve(toFormResult(asked.form, verdict))
      return true
    },
    close: async () => await client.close(),
  }
}
