// The tarballs of all public packages, each with its bill of materials, as `npm publish` takes them.
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publicPackages } from './public-packages.mjs'
import { runNpm } from './run-npm.mjs'
import { stagePackage } from './stage-package.mjs'

/**
 * @param {string} folder where they are written
 * @param {{ repository: string | null }} options
 * @returns {Promise<{ name: string, version: string, file: string, bytes: number, unpacked: number, files: string[] }[]>}
 */
export async function makeTarballs(folder, { repository }) {
  mkdirSync(folder, { recursive: true })
  const staging = mkdtempSync(join(tmpdir(), 'holdpoint-pack-'))
  try {
    const published = publicPackages()
    const stages = published.map(({ manifest }) => join(staging, fileName(manifest.name)))
    for (const [index, each] of published.entries()) stagePackage(each, stages[index], { repository })
    const made = JSON.parse(
      await runNpm(['pack', ...stages, '--json', '--pack-destination', folder, '--loglevel=error'], { cwd: staging }),
    )
    for (const [index, { manifest }] of published.entries()) {
      const bill = `${fileName(manifest.name)}-${manifest.version}.cdx.json`
      copyFileSync(join(stages[index], 'sbom.cdx.json'), join(folder, bill))
    }
    return Object.values(made).map(({ name, version, filename, size, unpackedSize, files }) => ({
      name,
      version,
      file: join(folder, filename),
      bytes: size,
      unpacked: unpackedSize,
      files: files.map(({ path }) => path),
    }))
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

/** Of all files below it. */
export function bytesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

/** As npm names a tarball. */
function fileName(name) {
  return name.replace(/^@/, '').replace('/', '-')
}
