// Runs commands of the built program one after the other in this process: each with an environment, a folder and outputs of
// its own, as if it had just been started. `resident-command.ts` sends them here. Ends with the process that started it.
import { main } from '../../packages/holdpoint/dist/bundle/main.js'

// Every command listens for signals until its process ends.
process.setMaxListeners(0)
process.once('disconnect', () => process.exit())

process.on('message', (start) => void run(start))

async function run({ args, cwd, environment }) {
  const said = { stdout: '', stderr: '' }
  for (const output of ['stdout', 'stderr']) {
    process[output].write = (chunk, ...more) => {
      said[output] += chunk
      more.findLast((given) => typeof given === 'function')?.()
      return true
    }
  }
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, environment)
  process.chdir(cwd)
  const code = await main(args)
  process.chdir('/')
  process.send({ code, signal: null, ...said })
}
