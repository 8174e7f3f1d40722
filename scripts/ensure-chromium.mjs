// The browser tests run in a real Chromium. Where there is none, Debian's package is installed; elsewhere a person is told.
import { spawnSync } from 'node:child_process'
import { findChromium } from './find-chromium.mjs'

if (findChromium() === null) {
  const packages = ['chromium', 'fonts-noto-cjk', 'fonts-noto-color-emoji']
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = (...args) => {
    const [command, ...rest] = [...asRoot, 'apt-get', ...args]
    return (
      spawnSync(command, rest, { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
        .status === 0
    )
  }
  process.stderr.write('Installing Chromium for the browser tests …\n')
  const installed = apt('update', '-q') && apt('install', '-y', '-q', '--no-install-recommends', ...packages)
  if (!installed || findChromium() === null) {
    process.stderr.write(
      'The browser tests need Chromium or Chrome. Install one, or name it in HOLDPOINT_CHROMIUM, then run npm test again.\n',
    )
    process.exit(1)
  }
}
