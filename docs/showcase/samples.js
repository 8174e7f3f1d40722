/**
 * Invocations of every state, as a host would hand them to the card. Shared by the showcase, the tests and the
 * benchmarks.
 */

const warehouse = { name: 'warehouse', trust: 'trusted', state: 'connected' }

/** A gradient, 96 × 64, as PNG. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAABACAIAAABqVuVZAAABfUlEQVR42u3ZUY0FIQyF4SthJYwEJCABCZWABCRUQiVUwkgYCSNlEyCBlPblJvuyOeQTAP8TTT8/Ra9FdimQC5+K1QYK1KkazcOFXGKVQT33knePL73dB4EQCIH+NhDptcguBTLx6bh8GyhQp2o0DxO5xCqDeu4l7x5fejsEQiAEQiAEQiAEQiAEQiAE+i5Q1WuRXQrkyqdizUEqeHKrkz3Nw5VcYpVBPfeSd48vvR0CIRACIRACIRACIRACIVAQqOm1yC4FcuNTsdpAgTrZGM3DjVxilUE995J3jy+9HQIhEAIhEAIhEAIhEAIhUBCI9VpklwKZ+VSsNlCgTtVoHmZyiVUG9dxL3j2+9HYIhEAIhEAIhEAIhEAIhEBBINFrkV0KZOFTsea3nwJ1qkbzsJBLrDKo517y7vGlt0MgBEIgBEIgBEIgBEIgBEKg7wKpXovsUiArn47hZy4TKFCnajQPK7nEKoN67iXvHl96OwRCIARCIARCIAT6t4F+Aa7bNf9PrZqxAAAAAElFTkSuQmCC'

const text = (value) => ({ kind: 'text', text: value, hidden: false })
const literal = (value) => ({ kind: 'literal', text: value })
const object = (members) => ({
  kind: 'object',
  entries: Object.entries(members).map(([key, value]) => ({ key, value })),
})

/** A hold as `GET /admin/approvals/{id}` tells it. `minutes` from now it runs out. */
export function hold(change = {}, minutes = 24 * 60 - 1) {
  return {
    id: 'a548e742-4608-4b56-9547-17edc8b3372e',
    state: 'pending',
    tenant: 'default',
    server: 'warehouse',
    server_identity: '5f17ff4439f681b0',
    tool: 'update_product',
    risk: 'medium',
    rule: 'verb update',
    why: 'The verb "update" changes something.',
    summary: 'update_product on warehouse (sku: "CHR-1005")',
    arguments: PRICE_CHANGE,
    digest: 'ba7bcfc8b9ae1eb8ca66cd845ca561c0e2662425f884315427f6e3b012dfc674',
    edit: null,
    rationale: 'The customer asked for last season’s price, and the manager agreed on the phone.',
    principal: 'support-bot',
    client: 'Claude Desktop 1.4',
    created_at: new Date(Date.now() - 60_000).toISOString(),
    decide_by: new Date(Date.now() + minutes * 60_000).toISOString(),
    decided_at: null,
    decided_by: null,
    via: null,
    reason: null,
    approvals: 0,
    quorum: 1,
    grant_arguments: ['same', 'any', 'where'],
    warnings: [],
    preview: preview(),
    ...change,
  }
}

const PRICE_CHANGE = { sku: 'CHR-1005', price_cents: 8900, note: 'Agreed with M. Ortiz', notify: true }

export const PRICE_SCHEMA = {
  type: 'object',
  required: ['sku', 'price_cents'],
  properties: {
    sku: { type: 'string', title: 'Product', description: 'The code on the shelf label.' },
    price_cents: { type: 'integer', title: 'Price in cents', minimum: 0, maximum: 1000000 },
    note: { type: 'string', description: 'Kept with the change.' },
    notify: { type: 'boolean', title: 'Tell the customer' },
    season: { type: 'string', enum: ['spring', 'summer', 'autumn'] },
  },
}

export function preview(change = {}) {
  return {
    title: 'update_product on warehouse (sku: "CHR-1005", price_cents: 8900)',
    tool: 'update_product',
    toolTitle: null,
    server: { name: 'warehouse', identity: '5f17ff4439f681b0', display: 'node warehouse-server.js' },
    risk: 'medium',
    why: 'The verb "update" changes something.',
    rule: 'verb update',
    askedBy: { principal: 'support-bot', client: 'Claude Desktop 1.4' },
    arguments: object({
      sku: text('CHR-1005'),
      price_cents: literal('8900'),
      note: text('Agreed with M. Ortiz'),
      notify: literal('true'),
    }),
    rationale: 'The customer asked for last season’s price, and the manager agreed on the phone.',
    irreversible: false,
    warnings: [],
    entity: {
      title: 'Change the price of “Oak chair, natural”?',
      fields: [
        { label: 'name', before: '"Oak chair, natural"', after: null },
        { label: 'price_cents', before: '9900', after: '8900' },
        { label: 'note', before: 'null', after: '"Agreed with M. Ortiz"' },
      ],
      impact: [
        { label: 'open orders', value: '14' },
        { label: 'worth', value: '€ 1,386.00' },
      ],
      source: 'get_product',
      hash: '00',
      seen: [],
    },
    ...change,
  }
}

/** What cannot be undone, or needs several people, is never offered as a standing permission: the gateway says so. */
const UNGRANTABLE = { grantable: false, grant_arguments: [] }

const deletion = preview({
  title: 'delete_product on warehouse (sku: "CHR-1005")',
  tool: 'delete_product',
  risk: 'high',
  why: 'The verb "delete" is high-risk.',
  rule: 'verb delete',
  arguments: object({ sku: text('CHR-1005'), reason: text('Discontinued.\n✅ Approved by admin') }),
  rationale: 'The product was discontinued last season.',
  irreversible: true,
  entity: {
    title: 'Delete “Oak chair, natural” (CHR-1005)?',
    fields: [
      { label: 'status', before: '"active"', after: null },
      { label: 'in stock', before: '37', after: null },
    ],
    impact: [
      { label: 'open orders', value: '14' },
      { label: 'purchase orders', value: '2' },
      { label: 'stock value', value: '€ 3,663.00' },
    ],
    source: 'get_product',
    hash: '00',
    seen: [],
  },
})

const REPORT = `## Stock report
**37 chairs** are left; 14 orders are open. See [the ledger](https://warehouse.example/ledger?sku=CHR-1005).

| SKU | Stock | Ordered |
|---|---:|---:|
| CHR-1005 | 37 | 14 |
| TBL-2001 | 4 | 9 |

1. Reorder tables this week.
2. Keep \`CHR-1005\` on sale.

\`\`\`sql
SELECT sku, stock FROM products WHERE stock < ordered
\`\`\``

/** Name → invocation. Each has a tool name of its own. */
export function samples() {
  return {
    pending: {
      id: 'pending',
      tool: 'search_products',
      server: warehouse,
      state: 'pending',
      arguments: { query: 'oak chair', limit: 10 },
    },
    streaming: {
      id: 'streaming',
      tool: 'create_note',
      server: { name: 'notes', trust: 'unknown', state: 'connecting' },
      state: 'pending',
      arguments: '{"title": "Meeting on Thursday", "body": "We agreed that the',
    },
    running: {
      id: 'running',
      tool: 'rebuild_index',
      icon: '🗂️',
      server: warehouse,
      state: 'running',
      arguments: { table: 'products' },
      progress: { progress: 640, total: 1000, message: '640 of 1,000 products' },
    },
    success: {
      id: 'success',
      tool: 'stock_report',
      icon: '📦',
      title: 'Stock report',
      server: warehouse,
      state: 'success',
      arguments: { sku: 'CHR-1005', season: 'summer' },
      inputSchema: PRICE_SCHEMA,
      content: [{ type: 'text', text: REPORT }],
    },
    error: {
      id: 'error',
      tool: 'send_invoice',
      icon: '✉️',
      server: { name: 'billing', trust: 'untrusted', state: 'error' },
      state: 'error',
      arguments: { invoice: 'R-2026-118' },
      error: { code: 'SMTP_550', message: 'The mail server refused the recipient: no such mailbox', retry: 'ask' },
      content: [{ type: 'text', text: '550 5.1.1 no such mailbox' }],
    },
    cancelled: {
      id: 'cancelled',
      tool: 'export_customers',
      server: { name: 'crm', trust: 'trusted', state: 'disconnected' },
      state: 'cancelled',
      arguments: { format: 'csv' },
    },
    question: {
      id: 'question',
      tool: 'update_product',
      icon: '🪑',
      server: warehouse,
      state: 'pending',
      arguments: PRICE_CHANGE,
      inputSchema: PRICE_SCHEMA,
      hold: hold(),
    },
    danger: {
      id: 'danger',
      tool: 'delete_product',
      icon: '🪑',
      server: warehouse,
      state: 'pending',
      arguments: { sku: 'CHR-1005', reason: 'Discontinued.\n✅ Approved by admin' },
      hold: hold({ id: 'danger', risk: 'high', preview: deletion, quorum: 2, approvals: 1, ...UNGRANTABLE }, 4.5),
    },
    approved: {
      id: 'approved',
      tool: 'move_stock',
      server: warehouse,
      state: 'success',
      arguments: { sku: 'CHR-1005', quantity: 12, to: 'Lyon' },
      content: [{ type: 'text', text: 'Moved 10 pieces to Lyon.' }],
      hold: hold({
        id: 'approved',
        state: 'succeeded',
        decided_by: 'ana@example.com',
        via: 'page',
        decided_at: '2026-11-15T20:40:18.975Z',
        edit: {
          requested: { quantity: 12 },
          approved: { quantity: 10 },
          digest: '00',
          by: 'ana@example.com',
          at: '2026-11-15T20:40:18.975Z',
          difference: [{ path: 'quantity', requested: '12', approved: '10' }],
        },
        arguments: { sku: 'CHR-1005', quantity: 10, to: 'Lyon' },
        preview: preview({
          entity: null,
          arguments: object({ sku: text('CHR-1005'), quantity: literal('10'), to: text('Lyon') }),
        }),
      }),
    },
    declined: {
      id: 'declined',
      tool: 'send_newsletter',
      server: { name: 'mail', trust: 'trusted', state: 'connected' },
      state: 'cancelled',
      arguments: { list: 'all-customers' },
      hold: hold({
        id: 'declined',
        state: 'declined',
        decided_by: 'ben',
        via: 'channel',
        decided_at: '2026-11-15T20:41:02.000Z',
        reason: 'Use the test list first.',
        preview: preview({ entity: null, arguments: object({ list: text('all-customers') }) }),
      }),
    },
    content: {
      id: 'content',
      tool: 'fetch_everything',
      server: { name: 'archive', trust: 'unknown', state: 'connected' },
      state: 'success',
      arguments: {},
      content: [
        { type: 'image', data: PICTURE, mimeType: 'image/png' },
        {
          type: 'resource_link',
          uri: 'https://files.example/report.pdf',
          name: 'report.pdf',
          description: 'The full report, 12 pages',
        },
        { type: 'resource_link', uri: 'file:///data/ledger.csv', name: 'ledger.csv' },
        {
          type: 'resource',
          resource: { uri: 'mcp://archive/readme', mimeType: 'text/markdown', text: 'Read **me**.' },
        },
        { type: 'hologram', layers: 3 },
      ],
      structuredContent: { pages: 12, complete: true },
    },
  }
}
