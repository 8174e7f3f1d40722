/**
 * Gmail: Google's hosted server and the commonest community server. A draft stays with its writer; a filter may forward
 * or delete mail for as long as it stands.
 */
import type { RatingPack } from '../packs.ts'

export const GMAIL_PACK: RatingPack = {
  name: 'gmail',
  source: 'gmailmcp.googleapis.com as of 2026-10-17, @gongrzhe/server-gmail-autoauth-mcp 1.1.11',
  date: '2026-11-15',
  servers: ['https://gmailmcp.googleapis.com', 'npm:@gongrzhe/server-gmail-autoauth-mcp'],
  tools: {
    search_threads: 'low',
    get_thread: 'low',
    get_message: 'low',
    list_drafts: 'low',
    list_labels: 'low',
    read_email: 'low',
    search_emails: 'low',
    list_email_labels: 'low',
    download_attachment: 'low',
    list_filters: 'low',
    get_filter: 'low',
    create_draft: 'medium',
    draft_email: 'medium',
    label_message: 'medium',
    label_thread: 'medium',
    unlabel_message: 'medium',
    unlabel_thread: 'medium',
    create_label: 'medium',
    update_label: 'medium',
    get_or_create_label: 'medium',
    modify_email: 'medium',
    batch_modify_emails: 'medium',
    send_email: 'high',
    delete_email: 'high',
    batch_delete_emails: 'high',
    delete_label: 'high',
    create_filter: 'high',
    create_filter_from_template: 'high',
    delete_filter: 'high',
    send_message: 'high',
    reply: 'high',
    forward: 'high',
    trash_thread: 'high',
    delete_draft: 'high',
  },
  knownDestructive: [],
}
