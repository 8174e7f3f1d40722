/**
 * An agent on the AI SDK 7 that may delete products, and the person who is asked first. The model is scripted, so nothing leaves this machine:
 *   npm run adapters -- example && node adapters/ai-sdk/example.mjs
 * It checks itself: what a person approves runs once, with what they changed; what they decline, and what only a history says was approved, does not run.
 */
import assert from 'node:assert/strict'
import { decide } from '@holdpoint/core'
import { createHoldpoint } from '@holdpoint/mcp'
import { guardTools } from '@holdpoint/mcp/ai-sdk'
import { localPrincipal } from '@holdpoint/store/account'
import { createMemoryStore } from '@holdpoint/store/memory'
import { generateText, stepCountIs, tool } from 'ai7'
import { MockLanguageModelV4 } from 'ai7/test'
import { z } from 'zod'

const products = new Map([
  ['CHR-1005', { name: 'Oak chair', stock: 3 }],
  ['TBL-2001', { name: 'Oak table', stock: 1 }],
])
const store = createMemoryStore()
const holdpoint = createHoldpoint({ server: 'shop', store, page: false, log: () => {} })

const tools = guardTools(
  {
    delete_product: tool({
      description: 'Deletes a product',
      inputSchema: z.object({ sku: z.string() }),
      execute: async ({ sku }) => {
        console.log(`shop    deletes ${sku}`)
        return { deleted: products.delete(sku) }
      },
    }),
  },
  {
    holdpoint,
    scope: 'chat-1',
    wait: 10,
    rules: {
      delete_product: {
        risk: 'high',
        irreversible: true,
        preview: async ({ sku }) => {
          const product = products.get(sku)
          return product === undefined ? null : { title: `Delete ${product.name}?`, details: { ...product } }
        },
      },
    },
  },
)

/** Says what is scripted: the call of a tool, then what it makes of its result. */
function modelThat(id, sku) {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  }
  const step = (content, reason) => ({
    content: [content],
    finishReason: { unified: reason, raw: undefined },
    usage,
    warnings: [],
  })
  return new MockLanguageModelV4({
    doGenerate: [
      step(
        { type: 'tool-call', toolCallId: id, toolName: 'delete_product', input: JSON.stringify({ sku }) },
        'tool-calls',
      ),
      step({ type: 'text', text: 'Understood.' }, 'stop'),
    ],
  })
}

/** The agent is asked to delete something. Answers what its model was told in the end. */
async function agent(id, sku) {
  const model = modelThat(id, sku)
  const messages = [{ role: 'user', content: `Delete ${sku}.` }]
  await generateText({ model, messages, tools, stopWhen: stepCountIs(2) })
  const [result] = model.doGenerateCalls.at(-1).prompt.at(-1).content
  const told = JSON.stringify(result.output.value)
  console.log(`model   is told ${told}`)
  return told
}

/** As the page of this process brings it, once the account of this machine has signed in there. */
async function person(answer, reason = null) {
  for (;;) {
    const [asked] = await store.holds.inState('pending', 1)
    if (asked === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      continue
    }
    console.log(`person  ${answer}s: ${asked.preview.entity?.title ?? asked.preview.title}`)
    const verdict = { by: localPrincipal(), via: 'page', assurance: 'identified', answer, reason }
    const decision = await decide(store, { hold: asked.id, tenant: null, verdict })
    assert.equal(decision.kind, 'decided')
    return
  }
}

const [approved] = await Promise.all([agent('call-1', 'CHR-1005'), person('approve')])
assert.match(approved, /"deleted":true/)

const [declined] = await Promise.all([agent('call-2', 'TBL-2001'), person('decline', 'It is still being sold.')])
assert.match(declined, /still being sold/)

// What there is not, nobody is asked about.
assert.match(await agent('call-3', 'CHR-9999'), /not found/)

// The same call once more, as a history that is sent twice would have it: told, and not run.
assert.match(await agent('call-1', 'CHR-1005'), /"deleted":true/)

// Another call under a name that was approved: a person approved the first one, and not this.
assert.match(await agent('call-1', 'TBL-2001'), /Nothing ran|another/)

assert.deepEqual([...products.keys()], ['TBL-2001'])
await holdpoint.close()
console.log('verified')
