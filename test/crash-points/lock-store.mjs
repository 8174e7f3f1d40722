/** Holds the write lock of a store until its input ends: `node lock-store.mjs FILE`. Prints "locked" once it has it. */
import { DatabaseSync } from '@photostructure/sqlite'

const database = new DatabaseSync(process.argv[2], { timeout: 5000 })
database.exec('begin immediate')
process.stdout.write('locked\n')
process.stdin.resume()
process.stdin.on('end', () => {
  database.exec('rollback')
  database.close()
})
