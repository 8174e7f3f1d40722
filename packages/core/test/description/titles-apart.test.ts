import { sampleHold } from '@holdpoint/testing'
import { expect, test } from 'vitest'
import { titlesApart } from '../../src/description/titles-apart.ts'
import { buildArgumentTree } from '../../src/preview/argument-tree.ts'
import type { Preview } from '../../src/preview/preview.ts'

function called(title: string, args: object): Preview {
  return { ...sampleHold({ title }).preview, arguments: buildArgumentTree(JSON.stringify(args), () => 'hash').root }
}

test('calls that are called the same say the first argument in which they differ', () => {
  const edits = (text: string): object => ({ edits: [{ oldText: 'a', newText: text }] })
  expect(
    titlesApart([
      called('Edit index.ts: 1 change', { path: '/app/one/index.ts', ...edits('b') }),
      called('Edit index.ts: 1 change', { path: '/app/two/index.ts', ...edits('b') }),
      called('Delete 1 entity: Alice', { names: ['Alice'] }),
      called('Write a.txt (2 lines)', { path: 'a.txt', content: 'one\ntwo' }),
      called('Write a.txt (2 lines)', { path: 'a.txt', content: 'one\nthree' }),
    ]),
  ).toEqual([
    'Edit index.ts: 1 change · /app/one/index.ts',
    'Edit index.ts: 1 change · /app/two/index.ts',
    'Delete 1 entity: Alice',
    'Write a.txt (2 lines) · one two',
    'Write a.txt (2 lines) · one three',
  ])
})

test('the same call again stays as it is, and so does one whose arguments a list does not have', () => {
  const same = [called('Edit a.txt', { path: 'a.txt' }), called('Edit a.txt', { path: 'a.txt' })]
  expect(titlesApart(same)).toEqual(['Edit a.txt', 'Edit a.txt'])
  const cut: Preview = { ...called('Edit a.txt', {}), arguments: { kind: 'literal', text: 'null' } }
  expect(titlesApart([...same, cut])).toEqual(['Edit a.txt', 'Edit a.txt', 'Edit a.txt'])
})

test('[D3] a secret among the arguments tells nothing apart but by its mask', () => {
  const secret = `ghp_${'a1B2c3D4'.repeat(5)}`
  const [one = ''] = titlesApart([called('Log in', { token: secret }), called('Log in', { token: `${secret}x` })])
  expect(one).not.toContain(secret)
})
