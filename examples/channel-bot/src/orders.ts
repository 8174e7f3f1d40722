/** The database that the bot works on: five orders, three of them with status 1. */
import { DatabaseSync } from '@photostructure/sqlite'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'

export function openOrders(file = ':memory:'): DatabaseSyncInstance {
  const database = new DatabaseSync(file)
  database.exec('CREATE TABLE IF NOT EXISTS orders (id INTEGER PRIMARY KEY, status INTEGER NOT NULL)')
  database.exec('INSERT OR IGNORE INTO orders VALUES (1, 1), (2, 1), (3, 2), (4, 1), (5, 2)')
  return database
}
