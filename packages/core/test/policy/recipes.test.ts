/** Recipes: compiled at load or refused with a place, and what their expressions give. */
import { describe, expect, test } from 'vitest'
import {
  compilePolicy,
  DEFAULT_SERVER,
  DEFAULT_TOOL,
  needsConditions,
  NO_PROJECTS,
  NO_RECIPES,
} from '../../src/policy/index.ts'
import type { PolicyProblem, PreviewRecipe, ToolConfig, ToolRecipes } from '../../src/policy/index.ts'
import { readStrict } from '../../src/json/read-strict.ts'
import { splitTemplate } from '../../src/policy/compile-recipes.ts'
import { toJsonValue, toPlainText } from '../../src/policy/recipe-value.ts'
import { CONDITIONS, sampleConfig, sha256, VAULT } from './policy-sample.ts'

const READ: PreviewRecipe = {
  kind: 'read',
  call: 'get_x',
  with: { id: 'args.id' },
  title: null,
  show: [],
  impact: {},
  refuse: null,
  notFound: null,
}

function compile(tool: Partial<ToolConfig>): { recipes: ToolRecipes; problems: readonly PolicyProblem[] } {
  const servers = { crm: { ...DEFAULT_SERVER, tools: { delete_x: { ...DEFAULT_TOOL, ...tool } } } }
  const result = compilePolicy(sampleConfig({ servers }), {
    sha256,
    protectedPaths: VAULT,
    conditions: CONDITIONS,
    projects: NO_PROJECTS,
  })
  if (!result.ok) return { recipes: NO_RECIPES, problems: result.problems }
  return {
    recipes: result.policy.recipesFor(
      { name: 'crm', identity: 'i', display: 'npx crm', transport: 'stdio' },
      'delete_x',
    ),
    problems: [],
  }
}

const previewOf = (over: Partial<PreviewRecipe>): NonNullable<ToolRecipes['preview']> => {
  const { recipes, problems } = compile({ preview: { ...READ, ...over } as PreviewRecipe })
  if (recipes.preview === null) throw new Error(JSON.stringify(problems))
  return recipes.preview
}

const facts = { args: { id: 7 }, entity: { name: 'Ana', orders: ['a', 'b'], cents: 69_300 }, result: null }

describe('what is wrong with a recipe is said at load, at its place', () => {
  test.each<[string, Partial<ToolConfig>, string]>([
    ['a syntax error', { preview: { ...READ, with: { id: 'args.' } } }, 'preview.with.id'],
    ['entity before the read', { preview: { ...READ, with: { id: 'entity.id' } } }, 'preview.with.id'],
    ['an unknown variable', { preview: { ...READ, title: 'Delete ${enitty.name}?' } }, 'preview.title'],
    ['an open expression', { preview: { ...READ, title: 'Delete ${entity.name' } }, 'preview.title'],
    ['no yes or no', { preview: { ...READ, refuse: { when: '"x"', reason: 'r' } } }, 'preview.refuse.when'],
    ['a reason', { preview: { ...READ, refuse: { when: 'true', reason: '${nope}' } } }, 'preview.refuse.reason'],
    ['not found', { preview: { ...READ, notFound: '1' } }, 'preview.not_found'],
    ['an impact', { preview: { ...READ, impact: { Orders: 'size(' } } }, 'preview.impact.Orders'],
    ['a slow expression', { preview: { ...READ, impact: { X: 'entity.name.matches("(a+)+$")' } } }, 'preview.impact.X'],
    ['result before there is one', { preview: { ...READ, impact: { X: 'result.id' } } }, 'preview.impact.X'],
    ['an undo', { undo: { call: 'create_x', with: { id: 'nothing' } } }, 'undo.with.id'],
  ])('%s', (_name, tool, place) => {
    const { problems } = compile(tool)
    expect(problems.map(({ path }) => path.slice(4).join('.'))).toEqual([place])
    expect(problems[0]?.path.slice(0, 4)).toEqual(['servers', 'crm', 'tools', 'delete_x'])
    expect(problems[0]?.message).not.toBe('')
  })

  test('a configuration with a recipe and nothing else loads the expression parser', () => {
    const servers = { crm: { ...DEFAULT_SERVER, tools: { a: { ...DEFAULT_TOOL, preview: READ } } } }
    expect(needsConditions(sampleConfig({ servers }))).toBe(true)
    expect(needsConditions(sampleConfig({}))).toBe(false)
  })

  test('a tool without recipes has none', () => {
    expect(compile({}).recipes).toEqual(NO_RECIPES)
  })
})

describe('what expressions give', () => {
  test('arguments of the read, by name or as a whole', () => {
    const { source } = previewOf({ with: { id: 'args.id', list: '["a", "b"]' } })
    expect(source.kind === 'read' && source.with(facts)).toEqual({ id: 7, list: ['a', 'b'] })
    const whole = previewOf({ with: 'args' }).source
    expect(whole.kind === 'read' && whole.with(facts)).toEqual({ id: 7 })
    const text = previewOf({ with: '"x"' }).source
    expect(() => text.kind === 'read' && text.with(facts)).toThrow('no object')
  })

  test('a title, with braces and quotes of its own inside the expression', () => {
    const title = previewOf({ title: 'Delete ${entity.name} (${{"a}": "}"}["a}"]}, ${entity.orders})?' }).title
    expect(title?.(facts)).toBe('Delete Ana (}, a, b)?')
  })

  test('money is written in whole cents', () => {
    const cents = (expression: string): unknown => previewOf({ impact: { X: expression } }).impact[0]?.value(facts)
    expect(cents('cents(entity.cents, "EUR")')).toBe('EUR 693.00')
    expect(cents('cents(5, "EUR")')).toBe('EUR 0.05')
    expect(cents('cents(-1234, "USD")')).toBe('USD -12.34')
    expect(() => cents('cents(1.5, "EUR")')).toThrow('whole number')
    expect(() => cents('cents("5", "EUR")')).toThrow('whole number')
  })

  test('an undo sees arguments, entity and result', () => {
    const { recipes } = compile({ undo: { call: 'create_x', with: { a: 'args.id', b: 'entity.name', c: 'result.z' } } })
    expect(recipes.undo?.tool).toBe('create_x')
    expect(recipes.undo?.with({ ...facts, result: { z: true } })).toEqual({ a: 7, b: 'Ana', c: true })
    expect(() => recipes.undo?.with(facts)).toThrow()
  })

  test.each([
    [null, 'none'],
    [[], 'none'],
    [['a', null], 'a, none'],
    [2n, '2'],
    [true, 'true'],
    [{ a: 1 }, '{"a":1}'],
  ])('%s reads as %s', (value, text) => {
    expect(toPlainText(value)).toBe(text)
  })

  test('what JSON cannot carry exactly is refused', () => {
    expect(toJsonValue(new Map([['a', 1n]]))).toEqual({ a: 1 })
    expect(() => toJsonValue(2n ** 60n)).toThrow('too large')
    expect(() => toJsonValue(Number.NaN)).toThrow()
    expect(() => toJsonValue(new Uint8Array(1))).toThrow('no JSON')
    expect(() => toJsonValue(Object.create({ inherited: 1 }))).toThrow('no JSON')
  })

  test('arguments as they come from the strict reader are JSON, whole and in part', () => {
    const text = '{"lines":[{"sku":"a","__proto__":1}],"to":{"name":"ana"}}'
    const reading = readStrict(text)
    expect(reading.ok && JSON.stringify(toJsonValue(reading.value))).toBe(text)
    expect(reading.ok && toPlainText(reading.value)).toBe(text)
  })

  test('a template is split at its expressions', () => {
    expect(splitTemplate('a ${ b } c')).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'expression', text: 'b' },
      { kind: 'text', text: ' c' },
    ])
    expect(splitTemplate('')).toEqual([])
    expect(splitTemplate('${"}"')).toBeNull()
  })
})
