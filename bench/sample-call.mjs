/** Calls as an agent makes them: about 1 kB of arguments, no two alike. */
import { randomUUID } from 'node:crypto'
import { digestArguments } from '@holdpoint/core'
import { sha256 } from './store/open-store.mjs'

const BODY = 'Please find attached what we agreed on. '.repeat(20)

export const OWNER = { instance: randomUUID(), host: 'bench', pid: process.pid, startedAt: null }

export const RULING = {
  risk: 'high',
  answer: 'ask',
  rule: 'verb send',
  why: 'Sending cannot be taken back.',
  rails: null,
  approvers: null,
  quorum: 1,
  assurance: 'host',
  irreversible: false,
  grantable: true,
  scope: null,
  gateOff: false,
  decideWithinMs: 86_400_000,
  executeWithinMs: 600_000,
  undoWindowMs: 0,
  declineSticksMs: 600_000,
}

export function sampleCall(number, client) {
  const argumentsValue = { to: `person-${number}@example.com`, subject: `Order ${number}`, body: BODY }
  return {
    tenant: 'default',
    principal: `agent of ${client}`,
    client: { name: client, version: '1.0.0' },
    session: `session-${number}`,
    server: { name: 'mail', identity: sha256('mail'), display: 'npx some-mail-server', transport: 'stdio' },
    tool: number % 3 === 0 ? 'send_email' : 'delete_contact',
    argumentsText: JSON.stringify(argumentsValue),
    arguments: argumentsValue,
    digest: digestArguments(argumentsValue, sha256),
    rationale: `The user asked for order ${number}.`,
  }
}

/** @returns what `openHold` wants */
export const holdRequest = (number, client) => ({
  id: `hold-${number}-${randomUUID()}`,
  call: sampleCall(number, client),
  ruling: RULING,
  definition: null,
  policyHash: sha256('policy'),
  owner: OWNER,
  warnings: [],
  isAlive: () => true,
  room: { ofPrincipal: Infinity, ofTenant: Infinity },
  sha256,
})
