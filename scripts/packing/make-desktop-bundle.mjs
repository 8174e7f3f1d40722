// The gateway as one file for Claude Desktop (`.mcpb`): a person fills in the command of a server, and Claude Desktop starts it
// behind Holdpoint. It is made of the tarball of `holdpoint` and of what that needs from node_modules, for all systems at once.
import { chmodSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ROOT } from './public-packages.mjs'
import { readTar } from './tar.mjs'
import { writeZip } from './zip.mjs'

const PROGRAM = 'server/node_modules/holdpoint'
/** Of each package, what runs; SQLite's sources are a third of it. */
const NEEDED = {
  '@photostructure/sqlite': /^(?:package\.json|LICENSE|dist\/index\.mjs|prebuilds\/.+)$/,
  'node-gyp-build': /^(?:package\.json|LICENSE|[\w-]+\.js)$/,
}

/**
 * @param {string} tarball of `holdpoint`
 * @param {string} file that is written
 */
export function makeDesktopBundle(tarball, file) {
  const program = [...readTar(gunzipSync(readFileSync(tarball)))].map(([name, bytes]) => ({
    name: name.replace(/^package/, PROGRAM),
    mode: /\/bin\//.test(name) ? 0o755 : 0o644,
    bytes,
  }))
  const { version } = JSON.parse(program.find(({ name }) => name === `${PROGRAM}/package.json`).bytes.toString())
  const root = { private: true, type: 'module', dependencies: { holdpoint: version } }
  const files = [
    { name: 'manifest.json', mode: 0o644, bytes: json(desktopManifest(version)) },
    { name: 'LICENSE', mode: 0o644, bytes: readFileSync(join(ROOT, 'LICENSE')) },
    { name: 'server/package.json', mode: 0o644, bytes: json(root) },
    ...program,
    ...Object.entries(NEEDED).flatMap(([name, needed]) => installed(name, needed)),
  ]
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, writeZip(files.toSorted((one, other) => (one.name < other.name ? -1 : 1))))
  chmodSync(file, 0o644)
}

export function desktopManifest(version) {
  return {
    manifest_version: '0.3',
    name: 'holdpoint',
    display_name: 'Holdpoint',
    version,
    description: "A person says yes before a server's risky tool call runs.",
    long_description:
      'Stands between Claude and one MCP server: reads pass at full speed, a risky call waits until you decide, and what you saw is exactly what runs, at most once. Enter the command that starts the server, as you would in a terminal.',
    author: { name: 'Holdpoint contributors' },
    license: 'Apache-2.0',
    keywords: ['approval', 'human-in-the-loop', 'gateway'],
    server: {
      type: 'node',
      entry_point: `${PROGRAM}/bin/desktop.js`,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${PROGRAM}/bin/desktop.js`],
        env: {
          HOLDPOINT_DESKTOP_COMMAND: '${user_config.command}',
          HOLDPOINT_DESKTOP_VARIABLES: '${user_config.variables}',
        },
      },
    },
    tools_generated: true,
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=20.19' } },
    user_config: {
      command: {
        type: 'string',
        title: "The server's command",
        description: 'As in a terminal: npx -y @modelcontextprotocol/server-filesystem "/Users/you/My Documents"',
        required: true,
      },
      variables: {
        type: 'string',
        title: 'Variables for the server',
        description: 'Keys and settings that the server reads from its environment: API_KEY=… REGION="eu west"',
        sensitive: true,
        required: false,
        // Without one, the place in the environment would keep its own name as its value.
        default: '',
      },
    },
  }
}

function installed(name, needed) {
  const folder = join(ROOT, 'node_modules', name)
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => needed.test(path))
    .map((path) => ({
      name: `server/node_modules/${name}/${path}`,
      mode: statSync(join(folder, path)).mode,
      bytes: readFileSync(join(folder, path)),
    }))
}

function json(value) {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}
