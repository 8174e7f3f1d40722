import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RequestTable } from '../../src/calls/request-table.ts'

const id = fc.oneof(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 120 }).map(String))
const step = fc.record({ what: fc.constantFrom('set', 'set', 'delete', 'get'), id, value: fc.nat() })

test('[X12.5] holds what a Map holds and in its order, whatever is put in and taken out', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
      const table = new RequestTable<number>()
      const model = new Map<string | number, number>()
      for (const { what, id: key, value } of steps) {
        if (what === 'set') {
          table.set(key, value)
          model.set(key, value)
        } else if (what === 'delete') {
          table.delete(key)
          model.delete(key)
        }
        expect(table.get(key)).toBe(model.get(key))
        expect(table.has(key)).toBe(model.has(key))
        expect(table.size).toBe(model.size)
      }
      expect(table.entries()).toEqual([...model])
    }),
  )
})

test('[X12.5] one may take requests out while one goes through them', () => {
  const table = new RequestTable<string>()
  for (let request = 0; request < 200; request++) table.set(request, `request ${request}`)
  const seen: unknown[] = []
  for (const [request] of table.entries()) {
    seen.push(request)
    table.delete(request)
  }
  expect(new Set(seen).size).toBe(200)
  expect(table.size).toBe(0)
})
