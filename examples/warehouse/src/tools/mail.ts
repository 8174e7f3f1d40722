// Mail. It never touches the network: a sent message is a row in the outbox.

import { z } from 'zod'
import { email, limit } from '../arguments.ts'
import { data, defineTool, said, type Tool } from '../tool.ts'

const listOutbox = defineTool({
  name: 'list_outbox',
  description: 'The mails that were sent, newest first.',
  annotations: { readOnlyHint: true },
  inputSchema: z.strictObject({ limit: limit.optional() }),
  run: (database, args) => {
    const rows = database.all<{ readonly recipients: string }>(
      `SELECT mail_id, sent_at, recipients, subject, body FROM outbox ORDER BY mail_id DESC LIMIT ?`,
      args.limit ?? 20,
    )
    return data({ mails: rows.map(({ recipients, ...mail }) => ({ ...mail, to: recipients.split(', ') })) })
  },
})

const sendEmail = defineTool({
  name: 'send_email',
  description: 'Send a plain-text mail to customers or suppliers. It cannot be recalled.',
  annotations: { openWorldHint: true },
  inputSchema: z.strictObject({
    to: z.array(email).min(1).max(10),
    subject: z.string().min(1).max(200),
    body: z.string().min(1).max(20_000),
  }),
  run: (database, args) => {
    const recipients = args.to.join(', ')
    const sentAt = database.now()
    database.run(
      'INSERT INTO outbox (sent_at, recipients, subject, body) VALUES (?, ?, ?, ?)',
      sentAt,
      recipients,
      args.subject,
      args.body,
    )
    return said(`Sent "${args.subject}" to ${recipients}.`)
  },
})

export const mailTools: readonly Tool[] = [listOutbox, sendEmail]
