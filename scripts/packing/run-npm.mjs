// npm, without what an npm that runs us left in the environment.
import { spawn } from 'node:child_process'

/** @returns what it wrote to standard output; rejects with what it wrote to standard error */
export async function runNpm(args, { cwd, environment = {} }) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$/i.test(name))
  const cli = process.env.npm_execpath
  const [command, first] = cli?.endsWith('.js') === true ? [process.execPath, [cli]] : ['npm', []]
  const child = spawn(command, [...first, ...args], {
    cwd,
    env: { ...Object.fromEntries(inherited), ...environment },
    shell: command === 'npm' && process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let said = ''
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (said += chunk))
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`npm ${args[0]} ended with ${code}:\n${said}${out}`)
  return out
}
