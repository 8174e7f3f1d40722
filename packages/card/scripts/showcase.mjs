// Builds the showcase into one classic script, samples and card in, so that docs/showcase/index.html opens from a plain
// file: browsers load no modules from there. Needs `tsc -b` before it. Nothing is renamed or tightened: the samples are
// shown to the letter.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const docs = join(dirname(fileURLToPath(import.meta.url)), '../../../docs/showcase')

/** @param {{ card?: string, outfile?: string }} [options] */
export async function buildShowcase(options = {}) {
  const outfile = options.outfile ?? join(docs, 'dist/showcase.js')
  await build({
    entryPoints: [join(docs, 'showcase.js')],
    outfile,
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    conditions: ['production'],
    target: ['chrome125', 'firefox128', 'safari17.5'],
    charset: 'utf8',
    alias: options.card === undefined ? {} : { '@holdpoint/card': options.card },
    legalComments: 'none',
    logLevel: 'warning',
  })
  return outfile
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildShowcase()
