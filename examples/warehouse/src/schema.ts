// The tables of the warehouse. Money is in cents, times are ISO 8601 in UTC, ids are the codes that people use.
// Order lines copy the product's name, so an old order stays readable after its product is gone.

/** Marks the file as ours, so that another program's database is never filled with our tables. */
export const applicationId = 0x57_41_52_45

export const schemaVersion = 1

export const schema = `
CREATE TABLE suppliers (
  supplier_id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  email TEXT NOT NULL,
  phone TEXT,
  country TEXT NOT NULL,
  lead_time_days INTEGER NOT NULL CHECK (lead_time_days >= 0),
  status TEXT NOT NULL CHECK (status IN ('active', 'suspended'))
) STRICT;

CREATE TABLE products (
  sku TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  category TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'discontinued')),
  price_cents INTEGER NOT NULL CHECK (price_cents >= 0),
  on_hand INTEGER NOT NULL CHECK (on_hand >= 0),
  reorder_level INTEGER NOT NULL CHECK (reorder_level >= 0),
  supplier_id TEXT REFERENCES suppliers
) STRICT;

CREATE TABLE purchase_orders (
  purchase_order_id TEXT PRIMARY KEY,
  supplier_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('draft', 'ordered', 'received')),
  created_at TEXT NOT NULL,
  received_at TEXT,
  note TEXT
) STRICT;

CREATE TABLE purchase_order_lines (
  purchase_order_id TEXT NOT NULL REFERENCES purchase_orders ON DELETE CASCADE,
  sku TEXT NOT NULL,
  product_name TEXT NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity >= 0),
  unit_cost_cents INTEGER NOT NULL CHECK (unit_cost_cents >= 0),
  PRIMARY KEY (purchase_order_id, sku)
) STRICT;

CREATE TABLE sales_orders (
  sales_order_id TEXT PRIMARY KEY,
  customer TEXT NOT NULL,
  customer_email TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'fulfilled', 'cancelled')),
  created_at TEXT NOT NULL,
  fulfilled_at TEXT,
  note TEXT
) STRICT;

CREATE TABLE sales_order_lines (
  sales_order_id TEXT NOT NULL REFERENCES sales_orders ON DELETE CASCADE,
  sku TEXT NOT NULL,
  product_name TEXT NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  unit_price_cents INTEGER NOT NULL CHECK (unit_price_cents >= 0),
  PRIMARY KEY (sales_order_id, sku)
) STRICT;

CREATE TABLE stock_adjustments (
  adjustment_id TEXT PRIMARY KEY,
  sku TEXT NOT NULL,
  quantity INTEGER NOT NULL,
  reason TEXT NOT NULL,
  purchase_order_id TEXT,
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE outbox (
  mail_id INTEGER PRIMARY KEY AUTOINCREMENT,
  sent_at TEXT NOT NULL,
  recipients TEXT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;

CREATE TABLE search_index (term TEXT NOT NULL, sku TEXT NOT NULL, PRIMARY KEY (term, sku)) STRICT, WITHOUT ROWID;
CREATE TABLE search_index_state (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), built_at TEXT NOT NULL) STRICT;
CREATE TABLE counters (name TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT;

CREATE TABLE ledger (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  tool TEXT NOT NULL,
  arguments TEXT NOT NULL,
  ok INTEGER NOT NULL CHECK (ok IN (0, 1)),
  error TEXT
) STRICT;

CREATE INDEX sales_order_lines_by_sku ON sales_order_lines (sku);
CREATE INDEX purchase_order_lines_by_sku ON purchase_order_lines (sku);
`
