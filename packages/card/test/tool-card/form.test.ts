/** The form and the editor as people read them: whose words are whose, and what is wrong with what was typed. */
import { describe, expect, test } from 'vitest'
import { hold, preview, samples } from '../../../../docs/showcase/samples.js'
import { pressStill } from '../../../holdpoint/test/browser/standing-still.ts'
import type { Invocation } from '../../src/invocation.ts'
import { describedBy, visitCards } from './card-visit.ts'

const visit = visitCards()
const card = (selector: string): ReturnType<typeof visit.page.locator> => visit.page.locator(`tool-card ${selector}`)
const button = (name: string): ReturnType<typeof visit.page.locator> =>
  card('.row').getByRole('button', { name, exact: true })
const verdicts = async (): Promise<readonly unknown[]> =>
  (await visit.events()).filter(({ type }) => type === 'hold-verdict').map(({ detail }) => detail)

const ARGUMENTS = { path: '/etc', tags: ['a'], opts: { deep: 1 }, count: 10 } as const
const SCHEMA = {
  type: 'object',
  required: ['path'],
  properties: {
    path: { type: 'string', title: 'nothing\u200b important', description: 'Approved ✓', minLength: 2, maxLength: 10 },
    tags: { type: 'array' },
    opts: { type: 'object' },
    count: { type: 'integer', multipleOf: 5 },
  },
} as const
const QUESTION: Invocation = {
  ...samples().question,
  id: 'form',
  arguments: ARGUMENTS,
  inputSchema: SCHEMA as never,
  hold: { ...hold({ arguments: ARGUMENTS }), arguments_text: JSON.stringify(ARGUMENTS) },
}

describe('the form', () => {
  test('[D3] an argument is called by its name; title and help stand beside it as the words of the server', async () => {
    await visit.show({ ...QUESTION, id: 'names' })
    await card('#arguments .tools >> text=Form view').click()
    const first = card('[part=form] .field').first()
    expect(await first.locator('label').innerText()).toBe('path* the server calls it “nothing⟦U+200B⟧ important”')
    expect(await first.locator('input').evaluate(describedBy)).toBe('the server says “Approved ✓”')
    expect(await first.locator('mark').innerText()).toBe('⟦U+200B⟧')
    await visit.show({ ...QUESTION, id: 'names in Chinese' }, { locale: 'zh-CN' })
    await card('#arguments .tools >> text=表单视图').click()
    expect(await card('[part=form] .field').first().innerText()).toContain('服务器说“Approved ✓”')
  })

  test('[S4.5] what does not fit is refused, field by field and in the JSON, and says what would', async () => {
    await visit.show({ ...QUESTION, id: 'wrong' })
    await button('More…').click()
    await button('Edit').click()
    const panel = card('[part=panel]')
    const problems = async (): Promise<readonly string[]> => await panel.getByRole('alert').allInnerTexts()
    await panel.getByLabel('path').fill('x')
    await panel.getByLabel('tags').fill('5')
    await panel.getByLabel('opts').fill('null')
    await panel.getByLabel('count').fill('7')
    expect(await problems()).toEqual([
      'Allowed: 2 to 10 characters.',
      'JSON of the right kind is expected.',
      'JSON of the right kind is expected.',
      'Allowed: multiples of 5.',
    ])
    expect(await button('Run it once with changes').isDisabled()).toBe(true)
    await panel.getByLabel('path').fill('/tmp')
    await panel.getByLabel('tags').fill('["b"]')
    await panel.getByLabel('opts').fill('{}')
    await panel.getByLabel('count').fill('15')
    expect(await problems()).toEqual([])
    await panel.locator('.tools >> text=Raw JSON').click()
    await panel.locator('textarea').fill('{"path": 5, "tags": null, "opts": {}, "count": "15"}')
    expect(await problems()).toEqual([
      'path: JSON of the right kind is expected. tags: JSON of the right kind is expected. count: A number of the right kind is expected.',
    ])
    expect(await button('Run it once with changes').isDisabled()).toBe(true)
    await panel.locator('textarea').fill('{"path": "/tmp", "more": 1}')
    await pressStill(button('Run it once with changes'))
    expect(await verdicts()).toMatchObject([{ edits: '{"path": "/tmp", "more": 1}' }])
  })

  test('[D1] while they are changed, the arguments of the call are not what will run', async () => {
    await visit.show({ ...QUESTION, id: 'heading' })
    const summary = card('#arguments summary')
    const named = async (): Promise<readonly (string | null)[]> => [
      await summary.innerText(),
      await card('.bytes').getAttribute('aria-label'),
    ]
    expect(await named()).toEqual(['Exactly what will run', 'Exactly what will run'])
    await button('More…').click()
    await button('Edit').click()
    await card('[part=panel]').getByLabel('path').fill('/tmp')
    expect(await named()).toEqual(['Arguments', 'Arguments'])
    await button('Back').click()
    expect(await named()).toEqual(['Exactly what will run', 'Exactly what will run'])
  })
})

test('a range whose end is below its beginning grants nothing, and says so', async () => {
  await visit.show({ ...QUESTION, id: 'range' })
  await button('More…').click()
  await button('Allow for…').click()
  await card('[name=arguments]').selectOption('where')
  await card('[name=is-1]').selectOption('between')
  await card('[name=least-1]').fill('60')
  await card('[name=most-1]').fill('50')
  await pressStill(button('Run it and allow'))
  expect(await card('.hint').innerText()).toBe('Not sent: a limit is wrong.')
  expect(await card('[name=most-1]').evaluate((input) => input.matches(':focus'))).toBe(true)
  expect(await verdicts()).toEqual([])
  await card('[name=most-1]').fill('70')
  await pressStill(button('Run it and allow'))
  expect(await verdicts()).toMatchObject([{ grant: { arguments: [{ is: 'between', least: 60, most: 70 }] } }])
})

test('[D1] hidden characters of a name are marked once, and stand out', async () => {
  const shown = 'delete_th⟦U+200B⟧ing'
  const given = preview({ tool: shown, toolTitle: 'Ti⟦U+200B⟧dy', title: `${shown} on warehouse`, entity: null })
  // As the gateway tells a view, which is given the name as the preview shows it; and as REST tells it.
  for (const tool of [shown, 'delete_th\u200bing']) {
    await visit.show({ ...QUESTION, id: tool, tool, hold: hold({ preview: given }) })
    expect(await card('[part=name]').innerText()).toBe(shown)
    expect(await card('[part=name] mark').innerText()).toBe('⟦U+200B⟧')
    expect(await card('header').innerText()).toContain('the server calls it “Ti⟦U+200B⟧dy”')
    expect(await card('header mark').count()).toBe(2)
  }
})

test('no test of this file made a request or an error', () => {
  expect(visit.strayRequests).toEqual([])
  expect(visit.problems).toEqual([])
})
