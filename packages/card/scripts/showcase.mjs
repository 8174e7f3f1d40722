// Builds the card into docs/showcase/dist, so that the showcase runs from plain files. Needs `tsc -b` before it.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildCard } from './build.mjs'

const docs = join(dirname(fileURLToPath(import.meta.url)), '../../../docs/showcase')
await buildCard({ outfile: join(docs, 'dist/tool-card.js') })
