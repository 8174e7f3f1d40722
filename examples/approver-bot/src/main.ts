/**
 * A program with an approver's token. It hears of every question, declines what nobody may do at night, approves small refunds, and
 * leaves everything else to people. It follows the stream before it lists what waits, so that nothing falls between the two.
 *
 * With `--verify` it plays both sides: it asks three questions with an agent's token, runs what it approved, and ends.
 *
 *   HOLDPOINT_URL=http://localhost:7433 HOLDPOINT_TOKEN=hp_… npm start
 */
import { createClient, RefusedError } from '@holdpoint/client'
import type { Client, Schemas } from '@holdpoint/client'

const SMALL_REFUND = 20
const url = process.env['HOLDPOINT_URL'] ?? 'http://localhost:7433'

type Approval = Schemas['Approval']
type Answer = { readonly say: 'approve' | 'decline'; readonly why: string } | null

/** `null`: a person decides. What was left out of a list is not judged by what is there. */
function judge({ tool, arguments: given, left_out: leftOut }: Approval, hour: number): Answer {
  const { amount } = (given ?? {}) as { readonly amount?: unknown }
  if (leftOut.length > 0) return null
  if (tool.startsWith('delete_') && (hour < 6 || hour >= 22))
    return { say: 'decline', why: 'Nothing is deleted at night.' }
  if (tool === 'refund' && typeof amount === 'number' && amount <= SMALL_REFUND) {
    return { say: 'approve', why: `Refunds up to ${SMALL_REFUND} are fine.` }
  }
  return null
}

async function answer(client: Client, approval: Approval, hour: number): Promise<void> {
  const said = approval.state === 'pending' ? judge(approval, hour) : null
  if (said === null) return
  const path = { id: approval.id }
  try {
    // The digest says what was looked at: were the arguments changed meanwhile, this approves nothing.
    if (said.say === 'approve') {
      const body = { note: said.why, digest: approval.edit?.digest ?? approval.digest }
      await client.call('POST /admin/approvals/{id}/approve', { path, body })
    } else await client.call('POST /admin/approvals/{id}/reject', { path, body: { reason: said.why } })
    tell(`${said.say}d ${approval.tool}: ${said.why}`)
  } catch (error) {
    // A person was faster, or the time is over.
    if (!(error instanceof RefusedError)) throw error
    tell(`${approval.tool}: ${error.code}`)
  }
}

async function serve(client: Client, signal: AbortSignal, hour: () => number): Promise<void> {
  for await (const { event, data } of client.follow('/admin/events', { signal })) {
    if (event === 'hold') await answer(client, data, hour())
    if (event !== 'ready' || data.resumed) continue
    const { approvals } = await client.call('GET /admin/approvals', { query: { state: 'pending', limit: 200 } })
    for (const approval of approvals) await answer(client, approval, hour())
  }
}

/** Asks as an agent would, and runs what comes back approved. */
async function ask(agent: Client, tool: string, given: { readonly [name: string]: unknown }): Promise<string> {
  const body = { server: 'payments', tool, arguments: given, risk: 'high', wait: 3 } as const
  const hold = await agent.call('POST /holds', { body })
  if (hold.state !== 'approved') return `${tool}: ${hold.state}`
  const path = { id: hold.id }
  const { attempt, arguments: approved } = await agent.call('POST /holds/{id}/claim', {
    path,
    body: { digest: hold.digest },
  })
  const result = `ran with ${JSON.stringify(approved)}`
  const ended = await agent.call('POST /holds/{id}/outcome', { path, body: { attempt, kind: 'succeeded', result } })
  return `${tool}: ${ended.state}, ${result}`
}

async function verify(bot: Client): Promise<void> {
  const agent = createClient({ url, token: process.env['HOLDPOINT_AGENT_TOKEN'] ?? null })
  const over = new AbortController()
  const serving = serve(bot, over.signal, () => 23)
  const told = await Promise.all([
    ask(agent, 'refund', { order: 'A-1', amount: 12 }),
    ask(agent, 'refund', { order: 'A-2', amount: 1200 }),
    ask(agent, 'delete_customer', { id: 7 }),
  ])
  over.abort()
  await serving
  const expected = [
    'refund: succeeded, ran with {"order":"A-1","amount":12}',
    'refund: pending',
    'delete_customer: declined',
  ]
  for (const line of told) tell(line)
  if (JSON.stringify(told) !== JSON.stringify(expected)) throw new Error(`expected ${expected.join(' | ')}`)
  tell('verified')
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`)
}

const bot = createClient({ url, token: process.env['HOLDPOINT_TOKEN'] ?? null })
if (process.argv.includes('--verify')) await verify(bot)
else await serve(bot, new AbortController().signal, () => new Date().getHours())
