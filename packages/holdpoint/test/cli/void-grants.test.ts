import { randomUUID } from 'node:crypto'
import type { Grant, ToolDefinition } from '@holdpoint/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { voidGrants } from '../../../gateway/src/tools/tool-catalog.ts'
import { startService } from '../http/http-service.ts'
import type { TestService } from '../http/http-service.ts'

let service: TestService

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

async function allowed(tenant: string, effect: 'allow' | 'deny' = 'allow'): Promise<Grant> {
  const hold = await service.hold({ tenant, inputSchema: { type: 'object' } })
  const token = await service.token('approver', `approver-${randomUUID()}`, tenant)
  const body = { approval: hold.id, effect, grant: { for: 'always', arguments: 'same' } }
  const made = await service.call('POST', '/admin/grants', { token, body })
  const grant = (await service.store.grants.list(tenant, 100)).find(({ fromHold }) => fromHold === hold.id)
  if (grant === undefined) throw new Error(made.text)
  return grant
}

test('[H24] a redefinition ends the permissions of every tenant, for good, and no denial', async () => {
  const [home, acme, denial] = [await allowed('home'), await allowed('acme'), await allowed('acme', 'deny')]
  const definition = { name: home.tool, hash: 'another', textHash: 'another' } as ToolDefinition
  await voidGrants(service.store, { serverIdentity: home.serverIdentity, definitions: [definition] })
  const after = new Map((await service.store.grants.list(null, 100)).map((grant) => [grant.id, grant.revokedBy]))
  expect(after.get(home.id)).toBe('policy (the definition changed)')
  expect(after.get(acme.id)).toBe('policy (the definition changed)')
  expect(after.get(denial.id)).toBeNull()
})
