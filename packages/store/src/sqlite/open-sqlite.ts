/** Opens the file, private and migrated, or says why not. Several processes may do so at the same moment. */
import type { StoreProblem } from '../store-problem.ts'
import type { Connection } from './connection.ts'
import { openConnection } from './connection.ts'
import { migrate } from './migrate.ts'
import type { RetryLimit } from './retry-while-busy.ts'
import { retryWhileBusy } from './retry-while-busy.ts'
import { preparePrivateFiles, tightenFiles } from './private-files.ts'
import { isBusy, toStoreError } from './sqlite-error.ts'

export async function openSqlite(
  file: string,
  limit: RetryLimit,
  onProblem: (problem: StoreProblem) => void,
): Promise<Connection> {
  try {
    preparePrivateFiles(file, onProblem)
    const connection = await retryWhileBusy(() => openConnection(file), isBusy, limit)
    try {
      await retryWhileBusy(() => migrate(connection, file), isBusy, limit)
      tightenFiles(file)
    } catch (error) {
      connection.close()
      throw error
    }
    return connection
  } catch (error) {
    throw toStoreError(error, file)
  }
}
