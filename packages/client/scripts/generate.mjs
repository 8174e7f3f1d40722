// Writes `src/routes.ts` anew, from the document of the service as it is built: run `npm run build` first.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { typesOfDocument } from './types-of-document.mjs'

const root = join(import.meta.dirname, '../../..')
const file = join(import.meta.dirname, '../src/routes.ts')
const home = mkdtempSync(join(tmpdir(), 'holdpoint-client-'))
const port = 20_000 + Math.floor(Math.random() * 20_000)
const service = spawn(
  process.execPath,
  [join(root, 'packages/holdpoint/bin/holdpoint.js'), 'serve', '--port', String(port)],
  {
    env: { ...process.env, HOLDPOINT_HOME: home },
    stdio: 'ignore',
  },
)
try {
  writeFileSync(file, typesOfDocument(await readDocument()))
  spawnSync(process.execPath, [join(root, 'node_modules/oxfmt/bin/oxfmt'), file], { stdio: 'inherit' })
} finally {
  const ended = new Promise((resolve) => service.once('exit', resolve))
  service.kill()
  await ended
  rmSync(home, { recursive: true, force: true })
}

async function readDocument() {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await (await fetch(`http://localhost:${port}/openapi.json`)).json()
    } catch (error) {
      if (attempt > 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
