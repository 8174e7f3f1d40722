// Bundles what a server loads before anybody is asked: one file of what is used of the core, instead of all of its modules. The
// engine stays as it is compiled, and is loaded with the first question. Needs `tsc -b` before it.
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { filesIn } from '../../../scripts/bundled-packages.mjs'

const mcp = join(dirname(fileURLToPath(import.meta.url)), '..')

/** What is imported when it is needed stands beside the bundle. */
const lateParts = {
  name: 'late-parts',
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ path, kind, resolveDir }) => {
      if (kind !== 'dynamic-import') return null
      if (!path.startsWith('.')) return { path, external: true }
      const target = relative(join(mcp, 'dist/bundle'), resolve(resolveDir, path))
      return { path: target.replaceAll('\\', '/'), external: true }
    })
  },
}

/** @returns the files that it consists of, from the root of the repository */
export async function buildFront() {
  const bundle = join(mcp, 'dist/bundle')
  const outdir = `${bundle}.new-${process.pid}`
  try {
    const { metafile } = await build({
      absWorkingDir: join(mcp, '../..'),
      entryPoints: { index: join(mcp, 'dist/index.js'), testing: join(mcp, 'dist/testing/index.js') },
      outdir,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      sourcemap: 'linked',
      plugins: [lateParts],
      legalComments: 'none',
      metafile: true,
      logLevel: 'warning',
    })
    // Nothing of it is loaded late, so what an earlier build left can go at once.
    mkdirSync(bundle, { recursive: true })
    const built = readdirSync(outdir)
    for (const name of built) renameSync(join(outdir, name), join(bundle, name))
    for (const name of readdirSync(bundle)) if (!built.includes(name)) rmSync(join(bundle, name))
    return filesIn(metafile)
  } finally {
    rmSync(outdir, { recursive: true, force: true })
  }
}
