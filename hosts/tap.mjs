/**
 * Stands between a host and `holdpoint wrap` and writes every line that passes, with its time, to HOSTS_TAP: that is
 * how the host introduces itself, what it declares, how fast it answers a form. It changes nothing.
 */
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'

const { HOSTS_TAP: file } = process.env
const [command, ...args] = process.argv.slice(2)
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })

const note = (from, text) => appendFileSync(file, `${JSON.stringify({ at: Date.now(), from, text })}\n`)
// How the host says that it was started; no other variable is anybody's business.
note('environment', process.env.CLAUDE_CODE_ENTRYPOINT ?? '')

function pipe(from, source, target) {
  let rest = ''
  source.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    for (const line of lines) if (line.trim() !== '') note(from, line)
    target.write(chunk)
  })
  source.on('end', () => target.end())
}
pipe('host', process.stdin, child.stdin)
pipe('holdpoint', child.stdout, process.stdout)
process.stdin.on('error', () => {})
child.stdin.on('error', () => {})
process.stdout.on('error', () => {})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
