/** Changes one audit record behind Holdpoint's back: `node edit-audit.mjs FILE`. */
import { DatabaseSync } from '@photostructure/sqlite'

const database = new DatabaseSync(process.argv[2])
database.exec("update audit_records set tool = 'list_items' where tool = 'get_item'")
database.close()
