/**
 * Loaded before the command (`node --import`): puts struck-sqlite.mjs in front of the SQLite driver. The product knows
 * nothing of it, and the database below is the real one.
 */
import { register } from 'node:module'

register('./resolve-struck.mjs', import.meta.url)
