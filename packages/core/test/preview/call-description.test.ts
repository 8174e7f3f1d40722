/** A call as every surface tells it: one value, made from what is stored. */
import { sampleHold } from '@holdpoint/testing'
import { describe, expect, test } from 'vitest'
import { envelopeAnswer } from '../../src/answer/agent-answer.ts'
import { toApprovalView } from '../../src/hold/approval-view.ts'
import { describeCall, partOf } from '../../src/preview/call-description.ts'
import { decisiveLines, questionLines } from '../../src/preview/decisive-lines.ts'
import type { Preview } from '../../src/preview/preview.ts'

const { preview: PLAIN } = sampleHold()
const ENTITY: NonNullable<Preview['entity']> = {
  title: 'Delete contact Ana?',
  fields: [{ label: 'name', before: 'Ana', after: null }],
  impact: [{ label: 'orders', value: '3' }],
  source: 'get_contact',
  hash: 'h',
  seen: [],
}
const RICH: Preview = { ...PLAIN, irreversible: true, warnings: ['Look twice.'], entity: ENTITY }

describe('[X12.2] the description of a call', () => {
  test('has a title for deciders and one that tells nothing that was read', () => {
    expect(describeCall(PLAIN)).toMatchObject({ title: PLAIN.title, callTitle: PLAIN.title, consequence: null })
    expect(describeCall(RICH)).toMatchObject({
      title: 'Delete contact Ana?',
      callTitle: PLAIN.title,
      consequence: 'irreversible',
      warnings: ['Look twice.'],
      facts: { tool: PLAIN.tool, server: PLAIN.server, risk: PLAIN.risk, askedBy: PLAIN.askedBy },
    })
    expect(JSON.stringify([describeCall(RICH).summary, describeCall(RICH).callTitle])).not.toContain('Ana')
  })

  test('has its body by kind, with all of the arguments, in holds of every age', () => {
    expect(describeCall(RICH).body.map(({ kind }) => kind)).toEqual(['fields', 'arguments'])
    const { entity: _unknown, ...before } = PLAIN
    expect(describeCall(before).body.map(({ kind }) => kind)).toEqual(['arguments'])
    expect(partOf(describeCall(RICH), 'arguments')?.root).toBe(PLAIN.arguments)
    expect(partOf(describeCall(RICH), 'fields')).toMatchObject({ source: 'get_contact', impact: ENTITY.impact })
    expect(partOf(describeCall(before), 'fields')).toBeNull()
  })

  test('is what the form, the list and the envelope say', () => {
    const hold = sampleHold({ preview: RICH })
    const { title, summary, warnings } = describeCall(hold.preview)
    expect(decisiveLines(hold.preview, 200).slice(0, 1)).toEqual([`⚠️ ${title}`])
    expect(decisiveLines(hold.preview, 200)).toContain(`⚠ ${warnings[0]}`)
    expect(questionLines(hold.preview).join('\n')).toContain(title)
    expect(toApprovalView(hold).summary).toBe(summary)
    expect(envelopeAnswer(hold, 'http://x', hold.createdAt, 'holdpoint')).toMatchObject({ envelope: { summary } })
  })
})
