/**
 * Standing answers on the card: how long, for which arguments, under which conditions. What is sent is read as JSON.
 */
import type { GrantRequest, JsonObject } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { hold, samples } from '../../../../docs/showcase/samples.js'
import { pressStill } from '../../../holdpoint/test/browser/standing-still.ts'
import type { Invocation } from '../../src/invocation.ts'
import { chooseMessages } from '../../src/presentation/index.ts'
import { plainArguments } from '../../src/presentation/plain-arguments.ts'
import { visitCards } from './card-visit.ts'

const visit = visitCards()
const card = (selector: string): ReturnType<typeof visit.page.locator> => visit.page.locator(`tool-card ${selector}`)
const button = (name: string): ReturnType<typeof visit.page.locator> =>
  card('.row').getByRole('button', { name, exact: true })

const press = async (name: string): Promise<void> => await pressStill(button(name))

async function grants(): Promise<readonly unknown[]> {
  const recorded = (await visit.events()).filter(({ type }) => type === 'hold-verdict')
  return recorded.map(({ detail }) => detail['grant'])
}

/** A question about a call with these arguments, the panel open and conditions chosen. */
async function conditions(args: JsonObject, change: object = {}, panel = 'Allow for…'): Promise<void> {
  const question: Invocation = { ...samples().question, id: `standing-${++count}`, arguments: args }
  await visit.show({ ...question, hold: hold({ id: `hold-${count}`, arguments: args, ...change }) })
  await button('More…').click()
  await button(panel).click()
  await card('[name=arguments]').selectOption('where')
}
let count = 0

const numbered = (length: number): JsonObject =>
  Object.fromEntries(Array.from({ length }, (_, index) => [`name_${index}`, index]))

const CALL = { path: '/data/in/a.csv', amount: 40, to: 'ana', loud: true, gone: null, list: [1], deep: { x: 1 } }

describe('conditions', () => {
  test('one line for each plain argument, with what fits its type; values keep theirs', async () => {
    await conditions(CALL)
    expect(await card('.condition .key').allInnerTexts()).toEqual(['path', 'amount', 'to', 'loud', 'gone'])
    const offered = async (index: number): Promise<readonly string[]> =>
      await card(`[name=is-${index}] option`).allInnerTexts()
    expect(await offered(0)).toEqual([
      'anything',
      'exactly this value',
      'one of, a line each',
      'under the folder',
      'starting with',
    ])
    expect(await offered(1)).toEqual(['anything', 'exactly this value', 'at most', 'between'])
    expect(await offered(3)).toEqual(['anything', 'exactly this value'])
    await card('.conditions').getByRole('combobox', { name: 'path', exact: true }).selectOption('under')
    expect(await card('[name=text-0]').inputValue()).toBe('/data/in/')
    await card('[name=is-1]').selectOption('at-most')
    expect(await card('.conditions').getByLabel('amount: at most').inputValue()).toBe('40')
    await card('[name=most-1]').fill('50.5')
    await card('[name=is-1]').selectOption('between')
    expect(await card('[name=least-1]').inputValue()).toBe('0')
    expect(await card('[name=most-1]').inputValue()).toBe('50.5')
    expect(await card('.conditions').getByLabel('amount: at least').getAttribute('name')).toBe('least-1')
    expect(await card('.conditions').getByLabel('amount: at most').getAttribute('name')).toBe('most-1')
    expect(await card('.condition').nth(1).innerText()).toContain('–')
    await card('[name=is-2]').selectOption('one-of')
    await card('[name=text-2]').fill('ana\nben\n')
    await card('[name=is-3]').selectOption('equal')
    await card('[name=is-4]').selectOption('equal')
    await card('[name=times]').fill('4')
    await press('Run it and allow')
    expect(await grants()).toEqual([
      {
        for: 'session',
        arguments: [
          { path: '/path', is: 'under', folder: '/data/in/' },
          { path: '/amount', is: 'between', least: 0, most: 50.5 },
          { path: '/to', is: 'one-of', values: ['ana', 'ben'] },
          { path: '/loud', is: 'equal', value: true },
          { path: '/gone', is: 'equal', value: null },
        ],
        times: 4,
      } satisfies GrantRequest,
    ])
  })

  test('nothing fixed or a limit left empty grants nothing, and says why', async () => {
    await conditions(CALL)
    await press('Run it and allow')
    expect(await card('.hint').innerText()).toBe('Not sent: no argument has a condition.')
    await card('[name=is-1]').selectOption('at-most')
    expect(await card('.hint').innerText()).toBe('')
    for (const wrong of ['', '-1']) {
      await card('[name=most-1]').fill(wrong)
      await press('Run it and allow')
      expect(await card('.hint').innerText()).toBe('Not sent: a limit is wrong.')
      expect(await card('[name=most-1]').evaluate((input) => input.matches(':focus'))).toBe(true)
    }
    expect(await grants()).toEqual([])
    await card('[name=most-1]').fill('40')
    await press('Run it and allow')
    expect(await grants()).toMatchObject([{ arguments: [{ path: '/amount', is: 'at-most', most: 40 }] }])
  })

  test('a refusal stands on the card with what was chosen, to be corrected', async () => {
    await conditions(CALL)
    await card('[name=is-0]').selectOption('starting-with')
    expect(await card('[name=text-0]').inputValue()).toBe('/data/in/a.csv')
    await card('[name=text-0]').fill('/data')
    await press('Run it and allow')
    expect(await grants()).toMatchObject([{ arguments: [{ path: '/path', is: 'starting-with', text: '/data' }] }])
    const why = 'A path or an address is not granted by how it begins; use "under" for folders.'
    await visit.page.locator('tool-card').evaluate((element, text) => Object.assign(element, { notice: text }), why)
    await visit.update({ hold: hold({ id: `hold-${count}`, arguments: CALL }) })
    expect(await card('.hint').innerText()).toBe(why)
    expect(await card('[name=text-0]').inputValue()).toBe('/data')
    await card('[name=is-0]').selectOption('under')
    await press('Run it and allow')
    expect((await grants())[1]).toMatchObject({ arguments: [{ path: '/path', is: 'under', folder: '/data/in/' }] })
  })

  test('with a decline: a denial of what meets the conditions, without counts', async () => {
    await conditions(CALL, {}, 'Decline…')
    expect(await card(':is([name=times], [name=total])').count()).toBe(0)
    await card('[name=for]').selectOption({ label: 'other minutes…' })
    await card('[name=minutes]').fill('90')
    await card('[name=is-2]').selectOption('equal')
    await press('Decline')
    expect(await grants()).toEqual([{ for: 5_400_000, arguments: [{ path: '/to', is: 'equal', value: 'ana' }] }])
  })

  test('[D3] names and values of a stranger are text in every place, and found again by their pointer', async () => {
    const hostile = JSON.parse(
      '{"a/b~c":"1","\\"><img src=x onerror=alert(1)>":"2","constructor":4,"":5,"]":"6","\u202egnp":"a\u202eb","*":"x\\ny"}',
    ) as JsonObject
    await conditions(hostile)
    expect(await card('.condition').count()).toBe(7)
    expect(await card('img').count()).toBe(0)
    expect(await card('.condition .key').nth(5).innerText()).toBe('"⟦U+202E⟧gnp"')
    expect(await card('[name=is-5] option').count()).toBe(2)
    for (let index = 0; index < 7; index++) await card(`[name=is-${index}]`).selectOption('equal')
    await press('Run it and allow')
    const [grant] = (await grants()) as readonly { arguments: readonly { path: string; value: unknown }[] }[]
    expect(grant?.arguments.map(({ path, value }) => [path, value])).toEqual([
      ['/a~1b~0c', '1'],
      ['/"><img src=x onerror=alert(1)>', '2'],
      ['/constructor', 4],
      ['/', 5],
      ['/]', '6'],
      ['/\u202egnp', 'a\u202eb'],
      ['/*', 'x\ny'],
    ])
  })

  test('200 arguments scroll in a box of their own; a text of a million letters is not put in a line', async () => {
    await conditions({ huge: 'x'.repeat(1_000_000), ...numbered(199) })
    expect(await card('.condition').count()).toBe(200)
    expect(await card('[name=is-0] option').allInnerTexts()).toEqual(['anything', 'exactly this value'])
    expect((await card('.conditions').boundingBox())?.height).toBeLessThan(460)
    await card('[name=is-199]').selectOption('equal')
    await press('Run it and allow')
    expect(await grants()).toMatchObject([{ arguments: [{ path: '/name_198', is: 'equal', value: 198 }] }])
  })

  test('only where they would be taken, and where there is something to put them on', async () => {
    const offered = async (args: JsonObject, change: object): Promise<readonly string[]> => {
      await visit.show({ ...samples().question, id: `offer-${++count}`, hold: hold({ arguments: args, ...change }) })
      await button('More…').click()
      await button('Allow for…').click()
      return await card('[name=arguments] option').evaluateAll((all) =>
        all.map((one) => (one as HTMLOptionElement).value),
      )
    }
    expect(await offered(CALL, {})).toEqual(['same', 'any', 'where'])
    expect(await offered(CALL, { grant_arguments: ['same', 'any'] })).toEqual(['same', 'any'])
    expect(await offered({ list: [1] }, {})).toEqual(['same', 'any'])
    expect(await offered(CALL, { grant_arguments: ['same', 'where'] })).toEqual(['same', 'where'])
    // More than anybody reads to the end: neither for a permission nor for a denial.
    expect(await offered(numbered(201), {})).toEqual(['same', 'any'])
    await button('Back').click()
    await button('Decline…').click()
    expect(await card('[name=arguments] option').count()).toBe(2)
  })

  test('where conditions are all that may be granted they are there at once; without arguments nothing is offered', async () => {
    const only = { grant_arguments: ['where'] as const }
    await visit.show({ ...samples().question, id: 'only', hold: hold({ id: 'only', arguments: CALL, ...only }) })
    await button('More…').click()
    await button('Allow for…').click()
    await card('[name=is-1]').selectOption('equal')
    await press('Run it and allow')
    expect(await grants()).toMatchObject([{ arguments: [{ path: '/amount', is: 'equal', value: 40 }] }])
    await visit.show({ ...samples().question, id: 'none', hold: hold({ id: 'none', arguments: {}, ...only }) })
    expect(await button('Run it once').count()).toBe(1)
    expect(await button('Allow for…').count()).toBe(0)
  })

  test('a folder is the value itself, or what its file stands in; never a root', async () => {
    const folders = ['/home/ana', '/etc', '/srv/a.csv', '/a.csv', '/', 'C:\\a.csv', 'D:\\in\\b.csv', './a.csv', '/x/']
    await conditions(Object.fromEntries(folders.map((folder, index) => [`at${index}`, folder])))
    for (const index of folders.keys()) await card(`[name=is-${index}]`).selectOption('under')
    const filled = await card('.condition input').evaluateAll((all) =>
      all.map((one) => (one as HTMLInputElement).value),
    )
    expect(filled).toEqual(['/home/ana', '/etc', '/srv/', '', '', '', 'D:\\in\\', '', '/x/'])
    await press('Run it and allow')
    expect(await card('.hint').innerText()).toBe('Not sent: a limit is wrong.')
    expect(await card('[name=text-3]').evaluate((input) => input.matches(':focus'))).toBe(true)
    expect(await grants()).toEqual([])
  })

  test('[D13] other offers under the same question close the panel: no list shows a choice that was not made', async () => {
    const offers = { id: 'offers', arguments: CALL, grant_lengths: ['session', 1_800_000] as const }
    const news = [{ grant_arguments: ['same', 'any', 'where'] as const }, { grant_lengths: ['session'] as const }]
    for (const change of [...news, { digest: 'another' }, { grantable: true }]) {
      const shown = { ...offers, grant_arguments: ['same', 'where'] as const }
      await visit.show({ ...samples().question, id: 'offers', hold: hold(shown) })
      await button('More…').click()
      await button('Allow for…').click()
      await card('[name=arguments]').selectOption('where')
      await visit.update({ hold: hold({ ...shown, decide_by: new Date(Date.now() + 60_000).toISOString() }) })
      expect(await card('.conditions').count()).toBe(1)
      await visit.update({ hold: hold({ ...shown, ...change }) })
      expect(await card('.grant').count(), JSON.stringify(change)).toBe(0)
    }
  })
})

describe('a total', () => {
  const show = async (args: JsonObject): Promise<void> => {
    await visit.show({ ...samples().question, id: `total-${++count}`, hold: hold({ arguments: args }) })
    await button('More…').click()
    await button('Allow for…').click()
  }

  test('[D3] of several numbers a person names the one; a name that looks like another is spelled out', async () => {
    await show({ 'amount\u200b': 1, amount: 500, 'amount ': 2 })
    expect(await card('[name=path] option').evaluateAll((all) => all.map((one) => one.textContent))).toEqual([
      '',
      '"amount⟦U+200B⟧"',
      'amount',
      '"amount "',
    ])
    expect(await card('[name=path]').inputValue()).toBe('')
    await card('[name=total]').fill('900')
    await press('Run it and allow')
    expect(await card('.hint').innerText()).toBe('Not sent: a limit is wrong.')
    expect(await card('[name=path]').evaluate((list) => list.matches(':focus'))).toBe(true)
    expect(await grants()).toEqual([])
    await card('[name=path]').selectOption({ label: 'amount' })
    await press('Run it and allow')
    expect(await grants()).toEqual([
      { for: 'session', arguments: 'same', amount: { path: '/amount', total: 900 } } satisfies GrantRequest,
    ])
  })

  test('without a total none has to be named', async () => {
    await show({ _: 0, amount: 500 })
    await press('Run it and allow')
    expect(await grants()).toEqual([{ for: 'session', arguments: 'same' }])
  })
})

describe('a number of minutes', () => {
  test('up to half an hour where the host’s word is all there is', async () => {
    await visit.show({ ...samples().question, hold: hold({ grant_lengths: ['session', 1_800_000] }) })
    await button('More…').click()
    await button('Allow for…').click()
    await card('[name=for]').selectOption('minutes')
    for (const wrong of ['', '0', '31', '1.5']) {
      await card('[name=minutes]').fill(wrong)
      await press('Run it and allow')
    }
    expect(await grants()).toEqual([])
    await card('[name=minutes]').fill('7')
    await press('Run it and allow')
    expect(await grants()).toEqual([{ for: 420_000, arguments: 'same' }])
  })

  test('not offered where only the session is', async () => {
    await visit.show({ ...samples().question, hold: hold({ grant_lengths: ['session'] }) })
    await button('More…').click()
    await button('Allow for…').click()
    expect(await card('[name=for] option').allInnerTexts()).toEqual(['this session'])
  })
})

test('from right to left, in Chinese, and by keyboard', async () => {
  await conditions(CALL)
  await card('[name=is-0]').selectOption('under')
  await card('[name=is-1]').selectOption('between')
  await visit.page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  const edge = async (selector: string): Promise<number> => (await card(selector).boundingBox())?.x ?? 0
  expect(await edge('[name=is-1]')).toBeGreaterThan(await edge('[name=least-1]'))
  await visit.page.evaluate(() => {
    document.documentElement.dir = 'ltr'
  })
  const chinese = chooseMessages('zh-CN')
  await visit.page.locator('tool-card').evaluate((element) => Object.assign(element, { locale: 'zh-CN' }))
  await card(`[name=is-1] >> text=${chinese.between}`).first().waitFor({ state: 'attached' })
  // From the choice of arguments on, Tab goes through every control of the conditions in the order they are seen.
  await card('[name=arguments]').focus()
  const reached: string[] = []
  for (let step = 0; step < 5; step++) {
    await visit.page.keyboard.press('Tab')
    reached.push(await visit.page.locator('tool-card').evaluate(activeName))
  }
  expect(reached).toEqual(['is-0', 'text-0', 'is-1', 'least-1', 'most-1'])
})

function activeName(element: Element): string {
  return element.shadowRoot?.activeElement?.getAttribute('name') ?? ''
}

test('a value that no line could carry is held fast as it is, or not at all', () => {
  const rules = (value: JsonObject[string]): readonly string[] =>
    plainArguments({ value: value ?? null })[0]?.rules ?? []
  expect(rules('a\nb')).toEqual(['equal'])
  expect(rules('a\u200bb')).toEqual(['equal'])
  expect(rules('x'.repeat(1025))).toEqual(['equal'])
  expect(rules(-1)).toEqual(['equal'])
  expect(rules('C:\\x\\y')).toContain('under')
  expect(plainArguments([1, 2])).toEqual([])
  expect(plainArguments(numbered(200))).toHaveLength(200)
  expect(plainArguments(numbered(201))).toEqual([])
  const own = plainArguments(JSON.parse('{"__proto__":"3"}') as JsonObject)
  expect(own).toMatchObject([{ path: '/__proto__', label: '__proto__', value: '3' }])
})

test('names that could be taken for each other differ', () => {
  const names = ['amount', 'amount ', 'größe_2-x', 'a b', '"amount "', 'a\nb', '', 'a.b']
  const labels = plainArguments(Object.fromEntries(names.map((name) => [name, 1]))).map(({ label }) => label)
  expect(labels).toEqual(['amount', '"amount "', 'größe_2-x', '"a b"', '"\\"amount \\""', '"a\\nb"', '""', '"a.b"'])
})

test('no test of this file made a request or an error', () => {
  expect(visit.strayRequests).toEqual([])
  expect(visit.problems).toEqual([])
})
