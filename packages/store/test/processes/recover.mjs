/** Opens a store, which recovers what the dead left, and says how many records it then finds. */
import { openStore, waitForStart } from './store.mjs'

const [file] = process.argv.slice(2)
await waitForStart()
const problems = []
const store = await openStore(file, { onProblem: (problem) => problems.push(problem.kind) })
await store.close()
process.stdout.write(`${JSON.stringify({ problems })}\n`)
process.exit(0)
