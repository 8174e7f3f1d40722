import { expect, test } from 'vitest'
import {
  provenanceOfMeta,
  provenanceText,
  readProvenance,
  recordDraft,
  recordText,
  toProvenanceView,
} from '../../src/index.ts'

test('[S4.7] where a call comes from is read from our key, from those of hosts and from the trace, ours first', () => {
  const meta = {
    'claudecode/toolUseId': 'toolu_01',
    'vscode.conversationId': 'c-1',
    'vscode.requestId': 'm-1',
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    'dev.holdpoint/provenance': { workspace: 'w', conversation: 'c-2', tool_call: 17, else: 'x' },
  }
  expect(provenanceOfMeta(meta)).toEqual({
    workspace: 'w',
    conversation: 'c-2',
    message: 'm-1',
    toolCall: '17',
    trace: '4bf92f3577b34da6a3ce929d0e0e4736',
  })
})

test('what is no id is none, and no id is long, hides something or has members of its own', () => {
  for (const meta of [
    null,
    {},
    { traceparent: 'x' },
    { 'claudecode/toolUseId': {} },
    { 'dev.holdpoint/provenance': 'x' },
  ]) {
    expect(provenanceOfMeta(meta)).toBeNull()
  }
  const read = readProvenance({ message: `a\nb\u202e${'x'.repeat(10_000)}`, workspace: '  ', trace: ['x'] })
  expect(Object.keys(read ?? {})).toEqual(['message'])
  expect(read?.message?.length).toBeLessThanOrEqual(200)
  expect(read?.message).toMatch(/^a.*b⟦U\+202E⟧x+…$/)
})

test('a record keeps it as JSON at its end; a record without it is hashed as it always was', () => {
  const provenance = { conversation: 'c', toolCall: 't' }
  expect(toProvenanceView(provenance)).toEqual({
    workspace: null,
    conversation: 'c',
    message: null,
    tool_call: 't',
    trace: null,
  })
  const text = provenanceText(provenance)
  expect(text).toBe('{"conversation":"c","tool_call":"t"}')
  const plain = recordDraft({ kind: 'call-passed', tenant: 'home' })
  expect(JSON.parse(recordText(plain))).toHaveLength(14)
  expect(JSON.parse(recordText({ ...plain, provenance: text })).at(-1)).toBe(text)
})
