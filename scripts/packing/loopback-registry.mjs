// A registry of packages on this machine: our tarballs, and what they need of others as it lies in node_modules. So an
// installation from tarballs is a real one, and nothing leaves the machine.
import { createServer } from 'node:http'
import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { ROOT } from './public-packages.mjs'
import { readTar, writeTar } from './tar.mjs'

/**
 * @param {readonly string[]} tarballs served before anything of node_modules
 * @returns {Promise<{ url: string, asked: () => readonly string[], close: () => Promise<void> }>} `asked`: for which packages
 */
export async function openLoopbackRegistry(tarballs) {
  const packages = installedPackages()
  for (const file of tarballs) {
    const read = () => readFileSync(file)
    const manifest = JSON.parse(readTar(gunzipSync(read())).get('package/package.json').toString())
    packages.set(manifest.name, [{ manifest, read }])
  }
  const asked = []
  let url = ''
  const server = createServer((request, response) => {
    answer(decodeURIComponent(new URL(request.url, 'http://localhost').pathname))
      .then(({ status, body }) => response.writeHead(status).end(body))
      .catch((error) => response.writeHead(500).end(String(error)))
  })

  async function answer(path) {
    const [, name = '', version] = /^\/((?:@[^/]+\/)?[^/]+)(?:\/-\/(.+)\.tgz)?$/.exec(path) ?? []
    const versions = packages.get(name)
    if (versions === undefined) return { status: 404, body: '{}' }
    if (version === undefined) {
      asked.push(name)
      return { status: 200, body: JSON.stringify(packument(name, versions)) }
    }
    const found = versions.find(({ manifest }) => manifest.version === version)
    return found === undefined ? { status: 404, body: '{}' } : { status: 200, body: await found.read() }
  }

  function packument(name, versions) {
    const dist = (version) => ({ tarball: `${url}/${name}/-/${version}.tgz` })
    const all = versions.map(({ manifest }) => [manifest.version, { ...manifest, dist: dist(manifest.version) }])
    return { name, 'dist-tags': { latest: all[0][0] }, versions: Object.fromEntries(all) }
  }

  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${server.address().port}`
  return {
    url,
    asked: () => [...new Set(asked)],
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** By name, the version of the topmost folder first. */
function installedPackages() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const found = new Map()
  for (const [place, { link }] of Object.entries(packages)) {
    const folder = join(ROOT, place)
    // The lockfile names what belongs to other systems too.
    if (!place.includes('node_modules/') || link === true || !existsSync(join(folder, 'package.json'))) continue
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const known = found.get(manifest.name) ?? []
    const depth = place.split('node_modules/').length
    const each = { manifest, depth, read: once(async () => await tarballOf(folder)) }
    found.set(
      manifest.name,
      [...known, each].toSorted((one, other) => one.depth - other.depth),
    )
  }
  return found
}

async function tarballOf(folder) {
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => !/(?:^|[\\/])node_modules[\\/]/.test(name),
  )
  const files = []
  for (const name of names) {
    const path = join(folder, name)
    const { mode, size } = await stat(path)
    if ((mode & 0o170000) === 0o100000)
      files.push({ name: `package/${name.replaceAll('\\', '/')}`, mode, size, bytes: await readFile(path) })
  }
  return gzipSync(writeTar(files), { level: 1 })
}

function once(make) {
  let made = null
  return () => (made ??= make())
}
