import { expect, test } from 'vitest'
import { installCommandFor } from '../../src/home/install-command.ts'

const PACKAGES = ['@slack/socket-mode@3.1.0', '@slack/web-api@8.2.0']
const NAMES = PACKAGES.join(' ')

test.each([
  ['a project', '/srv/bot/node_modules/holdpoint/dist/bundle/chunk.js', `npm install --prefix /srv/bot ${NAMES}`],
  [
    'what npx fetched',
    '/home/ana/.npm/_npx/1a/node_modules/holdpoint/dist/bundle/chunk.js',
    `npm install --prefix /home/ana/.npm/_npx/1a ${NAMES}`,
  ],
  [
    'a folder with a blank',
    '/srv/my bot/node_modules/holdpoint/dist/bundle/chunk.js',
    `npm install --prefix '/srv/my bot' ${NAMES}`,
  ],
  ['the whole machine', '/usr/lib/node_modules/holdpoint/dist/bundle/chunk.js', `npm install --global ${NAMES}`],
  ['a clone', '/srv/clone/packages/holdpoint/dist/bundle/chunk.js', 'npm run setup'],
])('[X15.P3] packages are installed where the program looks for them: %s', (_place, file, command) => {
  const exists = (path: string): boolean => !path.startsWith('/usr/lib/')
  expect(installCommandFor({ file, windows: false, exists }, PACKAGES)).toBe(command)
})

test('[X15.P3] on Windows too', () => {
  const file = String.raw`C:\Users\Ana Ortiz\bot\node_modules\holdpoint\dist\bundle\chunk.js`
  const program = { file, windows: true, exists: (path: string) => path.endsWith(String.raw`\bot\package.json`) }
  expect(installCommandFor(program, PACKAGES)).toBe(String.raw`npm install --prefix "C:\Users\Ana Ortiz\bot" ${NAMES}`)
})
