/** Clients of both SDK lines, with a person in front of some of them who reads the form before answering it. */
import { setTimeout as delay } from 'node:timers/promises'
import { Client as ClientV2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'

export const LINES = { v1: 'SDK v1', v2: 'SDK v2' }

/** An answer that comes sooner is taken for one that nobody gave. */
const READING_MS = 500

/**
 * @param answer what the person chooses, given the question; without it the client cannot show a form
 */
export async function openClient(line, { command, environment, cwd, name, answer }) {
  const [program, ...words] = command
  const stdio = { command: program, args: words, env: environment, cwd, stderr: 'ignore' }
  const info = { name, version: '1' }
  const capabilities = answer === undefined ? {} : { elicitation: { form: {} } }
  const reply = async ({ params }) => {
    await delay(READING_MS)
    return answer(params)
  }
  let client
  if (line === 'v1') {
    client = new ClientV1(info, { capabilities })
    if (answer !== undefined) client.setRequestHandler(ElicitRequestSchema, reply)
    await client.connect(new StdioV1(stdio))
  } else {
    client = new ClientV2(info, { capabilities, versionNegotiation: { mode: 'auto' } })
    if (answer !== undefined) client.setRequestHandler('elicitation/create', reply)
    await client.connect(new StdioV2(stdio))
  }
  // From here on the SDK checks results by the schemas that were listed.
  await client.listTools()
  return {
    call: (tool, args) => client.callTool({ name: tool, arguments: args }),
    close: () => client.close(),
  }
}
