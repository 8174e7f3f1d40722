#!/usr/bin/env node
// Started by Claude Desktop, from the bundle that `npm run pack` makes.
import { readDesktopStart } from '../dist/bundle/desktop-start.js'
import { main } from '../dist/bundle/main.js'

const start = readDesktopStart(process.env)
// The server gets what is meant for it, and not how it was told to us.
delete process.env.HOLDPOINT_DESKTOP_COMMAND
delete process.env.HOLDPOINT_DESKTOP_VARIABLES
if (start.ok) {
  Object.assign(process.env, start.variables)
  process.exitCode = await main(start.args)
} else {
  process.stderr.write(`holdpoint: ${start.message}\n  Change it in the settings of the extension.\n`)
  process.exitCode = 2
}
