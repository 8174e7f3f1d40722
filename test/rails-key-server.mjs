/**
 * A server of the era without sessions that asks back before it runs a call, under the very key that the gateway uses, in
 * the gateway's own words. With `state` in the arguments it gives that as `requestState`, otherwise none. Every round is on
 * the ledger before it is answered.
 */
import { createInterface } from 'node:readline'
import { ledgerFromEnvironment } from './fixtures/ledger-file.mjs'
import { rawValue } from './fixtures/raw-json.mjs'

const ledger = ledgerFromEnvironment(process.env)
const KEY = 'holdpoint'
const TOOLS = [{ name: 'delete_item', inputSchema: { type: 'object', additionalProperties: true } }]
const QUESTION = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: 'Really?',
    requestedSchema: { type: 'object', properties: { decision: { type: 'string', enum: ['Run it once'] } } },
  },
}

function answerCall(params, text) {
  const { name: tool, arguments: sent, requestState, inputResponses } = params
  const argumentsText = rawValue(text, ['params', 'arguments'])
  ledger.record({ at: Date.now(), pid: process.pid, tool, argumentsText, requestState, inputResponses })
  if (inputResponses === undefined) {
    const state = sent.state === undefined ? {} : { requestState: sent.state }
    return { resultType: 'input_required', inputRequests: { [KEY]: QUESTION }, ...state }
  }
  return { resultType: 'complete', content: [{ type: 'text', text: JSON.stringify(inputResponses) }] }
}

function answer({ method, params }, text) {
  const capabilities = { tools: {} }
  const serverInfo = { name: 'key', version: '1.0.0' }
  switch (method) {
    case 'initialize':
      return { protocolVersion: params.protocolVersion, capabilities, serverInfo }
    case 'server/discover':
      return { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities, serverInfo }
    case 'tools/list':
      return { resultType: 'complete', tools: TOOLS, ttlMs: 0, cacheScope: 'private' }
    case 'tools/call':
      return answerCall(params, text)
    default:
      return {}
  }
}

createInterface({ input: process.stdin }).on('line', (text) => {
  const message = JSON.parse(text)
  if (message.id === undefined || message.method === undefined) return
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answer(message, text) })}\n`)
})
