import { describe, expect, test } from 'vitest'
import { destructiveHintFor } from '../../../src/policy/index.ts'
import { splitName, findVerb } from '../../../src/policy/rating/verbs.ts'
import { policyOf, sampleCall, sampleTool, WRAP } from '../policy-sample.ts'

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
    'mutate',
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

  test.each([
    ['status_update', 'medium'],
    ['profile_update', 'medium'],
    ['schema_update', 'medium'],
    ['options_set', 'medium'],
    ['view_update', 'medium'],
    ['history_import', 'medium'],
    ['version_release', 'high'],
    ['snapshot_transfer', 'high'],
    ['query_run', 'high'],
    ['check_order_refund', 'high'],
    ['email_list', 'high'],
    ['book_show', 'high'],
    ['getSENDemail', 'high'],
    ['listRUNscript', 'high'],
    ['getSeNdMail', 'high'],
    ['get_\u1d05\u1d07\u029f\u1d07\u1d1b\u1d07', 'high'],
    ['\uff47et_x', 'high'],
    ['get_\u5220\u9664', 'high'],
    ['get_d\u1eb9lete', 'high'],
    [`get_${'x_'.repeat(200)}`, 'high'],
  ])('[L16] %s is no read', (name, risk) => {
    expect(riskOf(name)).toBe(risk)
  })

  test('[S1.1] tools of common servers keep a sane tier', () => {
    const low = `read_file read_text_file read_multiple_files list_directory directory_tree search_files get_file_info
      list_allowed_directories search_repositories get_file_contents list_commits list_issues search_code search_issues
      search_users get_issue get_pull_request list_pull_requests get_pull_request_files get_pull_request_status
      get_pull_request_comments get_pull_request_reviews get_pull_request_diff pull_request_read get_commit
      get_latest_release get_release_by_tag list_releases list_tags get_tag get_workflow_run list_workflow_runs
      list_workflow_run_artifacts get_workflow_run_logs get_job_logs issue_read list_label get_label get_merge_request
      list_merge_requests get_merge_request_diffs get_project slack_list_channels slack_get_channel_history
      slack_get_thread_replies slack_get_user_profile read_graph search_nodes git_status git_diff git_log git_show fetch
      query list_tables describe_table getPullRequestFiles getHTTPResponse get_caf\u00e9`
    const medium = `create_directory write_file edit_file move_file create_or_update_file push_files create_issue
      create_pull_request fork_repository create_branch update_issue add_issue_comment issue_write create_merge_request
      create_note slack_add_reaction create_entities add_observations git_commit git_add git_create_branch`
    const high = `merge_pull_request merge_merge_request run_workflow delete_file slack_post_message delete_entities
      git_reset execute_sql`
    const wrong = Object.entries({ low, medium, high }).flatMap(([risk, names]) =>
      names.split(/\s+/).filter((name) => riskOf(name) !== risk),
    )
    expect(wrong).toEqual([])
  })

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
    ['contact_delete', true],
    ['crm.deleteContact', true],
    ['delete', true],
    ['deleteall', true],
    ['get_bulkremove', true],
    ['del\u200bete_x', true],
    ['stock_correct', true],
    ['remove_user', true],
    ['mutate_record', true],
    ['create_order', false],
    ['list_deleted_orders', null],
    ['get_order', null],
    ['update_order', null],
  ])('[S0.5] [X11.E9] %s → %s', (name, hint) => {
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
