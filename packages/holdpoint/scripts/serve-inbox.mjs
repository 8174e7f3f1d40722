// Shows the sources of the inbox in front of a running service, each change at once: node serve-inbox.mjs
// http://localhost:7433 For work on the inbox only: what people are served is built, and comes with a content policy
// that this does not have.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { PAGE_DOCUMENT } from '../dist/page/document.js'

const service = new URL(process.argv[2] ?? 'http://localhost:7433').origin
const root = join(dirname(fileURLToPath(import.meta.url)), '../inbox')

/** The service's own document, with the sources in place of what is built from them. */
const page = {
  name: 'page',
  configureServer: (server) => () => {
    server.middlewares.use((request, response, next) => {
      if (request.headers.accept?.includes('text/html') !== true) return next()
      const document = PAGE_DOCUMENT.replace('/page/app.js', '/src/main.ts').replace('/page/style', '/style/style')
      response.setHeader('content-type', 'text/html; charset=utf-8')
      server.transformIndexHtml(request.originalUrl, document).then((text) => response.end(text), next)
    })
  },
}

const server = await createServer({
  configFile: false,
  envDir: false,
  root,
  publicDir: false,
  appType: 'custom',
  plugins: [page],
  server: {
    host: 'localhost',
    // The service refuses other origins than its own.
    proxy: {
      '^/(admin|page)/|^/(healthz|readyz)$': { target: service, changeOrigin: true, headers: { origin: service } },
    },
  },
})
await server.listen()
server.printUrls()
