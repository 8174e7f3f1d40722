import { describe, expect, test } from 'vitest'
import { destructiveHintFor } from '../src/policy/index.ts'
import { splitName, findVerb } from '../src/policy/verbs.ts'
import { policyOf, sampleCall, sampleTool, WRAP } from './policy-sample.ts'

const policy = policyOf()
const riskOf = (name: string): string => policy.rule(sampleCall(name), sampleTool(name), WRAP).risk

describe('splitting names', () => {
  test.each([
    ['delete_contact', 'delete contact'],
    ['delete-contact', 'delete contact'],
    ['mail.send', 'mail send'],
    ['fs/delete', 'fs delete'],
    ['ＤＥＬＥＴＥ_all', 'delete all'],
  ])('%s', (name, words) => {
    expect(splitName(name).join(' ')).toBe(words)
  })

  test('camel case splits, and the whole chunk stays a word', () => {
    expect(splitName('getHTTPResponse')).toEqual(expect.arrayContaining(['get', 'http', 'response']))
    expect(splitName('DeLeTe')).toContain('delete')
  })
})

describe('verbs of section 5', () => {
  test.each([
    'get_order',
    'list_orders',
    'search_products',
    'read_file',
    'describeTable',
    'count-rows',
    'fetch.page',
    'directory_tree',
  ])('[S1.1] %s reads', (name) => expect(riskOf(name)).toBe('low'))

  test.each(['create', 'comment', 'write', 'edit', 'update', 'set', 'move', 'modify', 'add'])(
    '[S1.1] %s is medium',
    (verb) => {
      expect(riskOf(`${verb}_record`)).toBe('medium')
      expect(riskOf(`record${verb.charAt(0).toUpperCase()}${verb.slice(1)}`)).toBe('medium')
    },
  )

  test.each([
    'delete',
    'drop',
    'send',
    'pay',
    'merge',
    'publish',
    'deploy',
    'grant',
    'execute',
    'run',
    'fulfill',
    'receive',
    'correct',
    'rebuild',
    'remove',
    'purge',
    'transfer',
    'refund',
    'kill',
    'revoke',
    'wipe',
  ])('[S1.1] %s is high', (verb) => {
    expect(riskOf(`${verb}_record`)).toBe('high')
    expect(riskOf(`crm.record-${verb}`)).toBe('high')
  })

  test.each([
    'get_or_delete',
    'getOrDelete',
    'list_then_drop',
    'read_and_send',
    'search_and_run',
    'get_or_run',
    'fetch-or-execute',
    'view.delete',
    'get_deleteall',
    'list_bulkdelete',
    'get_DeLeTe',
  ])('[L16] %s is rated by its highest verb', (name) => {
    expect(riskOf(name)).toBe('high')
  })

  test('[L16] a name that mixes scripts is high', () => {
    expect(riskOf('get_d\u0435lete')).toBe('high')
  })

  test.each([
    'get_release',
    'get_latest_release',
    'list_workflow_run',
    'get_comment',
    'get_commit',
    'get_label',
    'email_search',
    'list_deleted_files',
  ])('%s names a thing, not a deed', (name) => expect(riskOf(name)).toBe('low'))

  test.each(['run_query', 'db_run_query', 'set_status', 'update_status', 'order_pizza', 'release_build'])(
    '%s is a deed',
    (name) => {
      expect(riskOf(name)).not.toBe('low')
    },
  )

  test('what nothing rates is high', () => {
    const ruling = policy.rule(sampleCall('frobnicate'), sampleTool('frobnicate'), WRAP)
    expect(ruling).toMatchObject({ risk: 'high', rule: 'default', answer: 'ask' })
    expect(findVerb('frobnicate')).toBeNull()
  })
})

describe('destructiveHint', () => {
  test.each([
    ['delete_product', true],
    ['modify_product', true],
    ['modifyProduct', true],
    ['fulfill_order', true],
    ['receive_purchase_order', true],
    ['correct_stock', true],
    ['update_stock_adjustment', true],
    ['rebuild_cache', true],
    ['create_order', false],
    ['get_order', null],
    ['update_order', null],
  ])('[S0.5] %s → %s', (name, hint) => {
    expect(destructiveHintFor(name)).toBe(hint)
  })

  test('[S0.5] the tiers of those families', () => {
    expect(riskOf('modify_product')).toBe('medium')
    expect(riskOf('update_stock_adjustment')).toBe('high')
    expect(riskOf('create_order')).toBe('medium')
    expect(riskOf('create_purchase_order')).toBe('medium')
    expect(riskOf('create_refund')).toBe('high')
    expect(riskOf('place_order')).toBe('high')
    expect(riskOf('rebuild_cache')).toBe('high')
  })
})
