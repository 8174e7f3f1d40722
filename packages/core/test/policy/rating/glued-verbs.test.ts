/** Verbs hidden in names: run together with other words, cut apart, in digits, behind characters that do not show. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { DEFAULT_SERVER, PACKS } from '../../../src/policy/index.ts'
import { gluedVerb } from '../../../src/policy/rating/glued-verbs.ts'
import { findVerb, splitName } from '../../../src/policy/rating/verbs.ts'
import { policyOf, sampleCall, sampleTool, WRAP } from '../policy-sample.ts'

const policy = policyOf()
const hinted = (name: string): string =>
  policy.rule(sampleCall(name), sampleTool(name, { readOnlyHint: true }), WRAP).risk

describe('[X11.A4] a verb in a longer word', () => {
  test.each(
    `getremoveall show_dropdb list_killall get_dropdatabase listdropall showdeleteuser get_wipedisk readpurgequeue
    view_truncatetable fetchandsendmail get_sendmail show_rmrf get_runsql listdelall getuserdel view_nukeeverything
    get_execcmd show_publishall check_revokekeys find_uninstallapp list_mergeall get_reinstall fetch_redeploy
    read_terminateall describe_rebootnow view_flushall getcancelorder query_mutaterow get_approveall search_unlinkfile
    get_harddelete list_bulkremove show_forcekill view_autodeploy get_paynow get_banuser rmdirall get_resetpw get_paybill get_stopvm
    get_grantadmin list_forcerun get_poweroff get_emptytrash get_formatdisk get_postmessage get_placeorder get_voidinvoice
    get_wiremoney get_flashfirmware get_scaledown get_trunctable get_httppost getRunJs get_expirecache`.split(/\s+/),
  )('%s is high, whatever the server says', (name) => {
    expect(hinted(name)).toBe('high')
  })

  test.each(
    `empty_trash emptyTrash format_disk print_document wire_money void_invoice turn_off scale_down s3_empty_bucket drain_node
    mount_volume place_bet page_oncall clobber_file incinerate get_expel disburse_funds offboard_user exfiltrate_data
    borrar_cliente supprimer_client get_borrar lire_et_supprimer loeschen_kunde get_l\u00f6schen eliminar_usuario verwijder_klant hapus_data
    shanchu_user udalit_file fetch_then_wipe`.split(/\s+/),
  )('%s is high: a verb before what it handles, or one of another language', (name) => {
    expect(hinted(name)).toBe('high')
  })

  test.each(
    `empty_slots format_date flash_sales place_details fire_incidents wire_formats void_reasons mount_points refresh_rates
    print_env page_content load_skill sleep_data text_stats trash_list queue_status process_list phone_number_lookup get_trash
    dump_schema get_burndown get_run_logs get_call_details random_number weather translate`.split(/\s+/),
  )('%s reads, though a word of it may be a verb', (name) => {
    expect(hinted(name)).toBe('low')
  })

  test.each(
    'get_createuser get_putobject list_updateall show_setpassword get_useradd view_writefile getinsertrow listrenameall show_movefile'.split(
      ' ',
    ),
  )('%s changes something', (name) => {
    expect(hinted(name)).toBe('medium')
  })

  test.each(
    `get_settings get_address list_datasets get_offset get_asset_info show_output compute_route list_inputs get_payload
    list_notebooks get_mailbox list_mailboxes get_emergency_contacts list_skills get_dropdown_options get_dropbox_file
    list_droplets get_marketplace get_surcharge list_recharges get_membership list_relationships get_postcode
    get_postgres_version list_webhooks get_runtime list_callbacks get_border get_folder_info get_design get_signature
    get_exchange_rate get_changelog list_bookmarks get_facebook_page get_sendgrid_stats list_songwriters get_forename
    get_swipe_count list_installations get_deploymentconfig list_publishers get_removed_items list_deleted_files
    get_unpublished_posts list_executions get_evaluation get_applications list_subscribers get_subscription list_updates
    get_lastupdate list_createdat get_uploads get_attachments list_registers get_provisioned_users get_writers
    list_submissions get_cancellation_policy list_dispatchers get_restored_backup get_transferred_files get_asphalt_prices
    get_trademark get_blockchain_info get_blocklist list_stopwords get_callers get_recorder get_oauth2_scopes get_s3_bucket
    get_k8s_nodes get_base64 list_ipv4_addresses check_is_end get_email_settings list_reddit_posts`.split(/\s+/),
  )('%s reads', (name) => {
    expect(hinted(name)).toBe('low')
  })

  test('no word of a tool that a pack was written from is taken apart, but for what it says', () => {
    const words = new Set(PACKS.flatMap(({ tools }) => Object.keys(tools).flatMap((name) => splitWords(name))))
    expect(words.size).toBeGreaterThan(500)
    expect([...words].filter((word) => findVerb(word) === null || gluedVerb(word) !== null)).toEqual(
      expect.arrayContaining(['unapprove']),
    )
    const glued = [...words].filter((word) => gluedVerb(word) !== null && !isVerb(word))
    expect(glued.toSorted()).toEqual(['recreate', 'unapprove'])
  })

  test('nor is any of the tools of the day that the packs were tried on', async () => {
    const folder = fileURLToPath(new URL('../../../../../bench/fatigue/', import.meta.url))
    const files = readdirSync(folder).filter((file) => file.startsWith('tools-'))
    expect(files.length).toBeGreaterThan(3)
    const names = files.flatMap((file) =>
      [...readFileSync(`${folder}${file}`, 'utf8').matchAll(/\bname: '([\w-]+)'/g)].map(([, name = '']) => name),
    )
    expect(names.filter((name) => splitWords(name).some((word) => gluedVerb(word) !== null && !isVerb(word)))).toEqual(
      [],
    )
  })
})

const splitWords = (name: string): readonly string[] =>
  splitName(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase())
/** A verb of the lists, rated as itself. */
const isVerb = (word: string): boolean => findVerb(word)?.verb === word

describe('[X11.A4] strange names', () => {
  test.each([
    ['a zero-width space', 'get_dr\u200bop_x'],
    ['a zero-width joiner', 'get\u200d_orders'],
    ['a word joiner', 'show\u2060rm'],
    ['a soft hyphen', 'get_de\u00adlete'],
    ['a byte order mark', '\ufeffget_orders'],
    ['a right-to-left override', 'get_\u202eeteled'],
    ['a tag character', 'get_x\u{e0064}'],
    ['a control character', 'get_x\u0000'],
    ['a line break', 'get_x\ndelete'],
    ['a no-break space', 'get\u00a0orders'],
    ['a picture', 'get_orders\u{1f5d1}'],
    ['fullwidth letters', '\uff44\uff52\uff4f\uff50'],
    ['letters cut apart', 'get_d_e_l_e_t_e'],
    ['a verb cut in two', 'get_re_move'],
    ['odd casing', 'getRemOveAll'],
    ['digits for letters', 'get_d3lete'],
    ['a digit for a letter', 'list_k1ll'],
  ])('%s asks, whatever the server says', (_what, name) => {
    expect(hinted(name)).toBe('high')
    const ruling = policy.rule(sampleCall(name), sampleTool(name), WRAP)
    expect(ruling).toMatchObject({ risk: 'high', answer: 'ask' })
  })

  test.each([
    'constructor',
    '__proto__',
    'toString',
    'valueOf',
    'hasOwnProperty',
    'prototype',
    '_hidden',
    'frob\u00e9',
    '\u83b7\u53d6\u8ba2\u5355',
    'frobnicate!',
    'frob$nicate',
    '',
    ' frobnicate',
  ])('%j does not pass on readOnlyHint', (name) => {
    expect(hinted(name)).toBe('high')
    const listed = policy.answerTool(sampleTool(name, { readOnlyHint: true }), SERVER, 'default')
    expect(listed).toMatchObject({ risk: 'high', answer: 'ask' })
  })

  test('a plain name does, and no default of a server helps a strange one', () => {
    expect(['frobnicate', 'frob.nicate', 'Frob_nicate-2', 'ns:frob', 'frob/nicate'].map(hinted)).toEqual(
      Array.from({ length: 5 }, () => 'low'),
    )
    const servers = { crm: { ...DEFAULT_SERVER, risk: 'low' as const } }
    const name = 'get_dr\u200bop'
    expect(policyOf({ servers }).rule(sampleCall(name), sampleTool(name), WRAP).risk).toBe('high')
  })
})

const SERVER = sampleCall('x').server
