// The browser tests run in a real Chromium. Where there is none, Debian's package is installed; elsewhere a person is
// told. Where the tests run as root, as in a container, the headless shell is installed beside a browser that is there
// already: the tests spend less in it. A person's own machine is left as it is.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findChromium, HEADLESS_SHELL } from './find-chromium.mjs'

const FONTS = ['fonts-noto-cjk', 'fonts-noto-color-emoji']
// A machine without a network is told so at once.
const QUICKLY = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::https::Timeout=15']

const isRoot = process.getuid?.() === 0
const found = findChromium()
const wantsShell = isRoot && existsSync('/usr/bin/apt-get') && (process.env.HOLDPOINT_CHROMIUM ?? '') === ''

if (found === null || (wantsShell && found !== HEADLESS_SHELL)) {
  process.stderr.write('Installing Chromium for the browser tests …\n')
  apt('update', '-q')
  if (!install('chromium-headless-shell') && found === null) install('chromium')
  if (findChromium() === null) {
    process.stderr.write(
      'The browser tests need Chromium or Chrome. Install one, or name it in HOLDPOINT_CHROMIUM, then run npm test again.\n',
    )
    process.exit(1)
  }
}

function install(browser) {
  return apt('install', '-y', '-q', '--no-install-recommends', browser, ...FONTS)
}

function apt(...args) {
  const [command, ...rest] = [...(isRoot ? [] : ['sudo', '-n']), 'apt-get', ...QUICKLY, ...args]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, rest, { stdio: ['ignore', 2, 2], env }).status === 0
}
