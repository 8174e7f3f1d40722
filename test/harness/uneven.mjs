// Makes every Node process of a test run uneven: it starts late, and what comes in over HTTP lies about for a while, each by
// a time of its own. Finds tests, and code, that count on an order nobody promised. Slow; `CONTRIBUTING.md` says how to run it.
import { Server } from 'node:http'

const LONGEST_MS = Number(process.env.HOLDPOINT_UNEVEN_MS ?? 500)
const someTime = () => Math.random() * LONGEST_MS

const emit = Server.prototype.emit
Server.prototype.emit = function (name, ...about) {
  if (name !== 'request') return emit.call(this, name, ...about)
  setTimeout(() => emit.call(this, name, ...about), someTime())
  return true
}

await new Promise((resolve) => setTimeout(resolve, someTime()))
