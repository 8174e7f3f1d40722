/** What "once per session and scope" means for a call: places, projects, sites. */
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../src/json/json-value.ts'
import { scopeOf } from '../src/policy/scope.ts'
import type { ProjectFolders } from '../src/policy/scope.ts'
import { sampleCall } from './policy-sample.ts'

/** Stands for the real one, which looks at the disk. */
const SHOP: ProjectFolders = { projectOf: (path) => (path.startsWith('/srv/shop/') ? '/srv/shop' : null) }

const stdio = (args: JsonObject, tool = 'write_file'): string | null => scopeOf(sampleCall(tool, args), SHOP)

describe('[L17] projects', () => {
  test('a file of a project has the project for its scope, whatever its folder', () => {
    expect(stdio({ path: '/srv/shop/src/a.ts' })).toBe('project "/srv/shop"')
    expect(stdio({ path: '/srv/shop/test/deep/b.ts' })).toBe('project "/srv/shop"')
  })
  test('leave for a project is none for the folder of the same name, nor the other way round', () => {
    expect(stdio({ path: '/srv/other/a.ts' })).toBe('folder "/srv/other"')
    expect(scopeOf(sampleCall('write_file', { path: '/srv/shop/a.ts' }))).toBe('folder "/srv/shop"')
  })
  test('a move tells its ends apart', () => {
    expect(stdio({ source: '/srv/shop/a', destination: '/etc/a' }, 'move_file')).toBe(
      'destination folder "/etc", source project "/srv/shop"',
    )
  })
  test('paths on another machine are in no project here', () => {
    const call = sampleCall('write_file', { path: '/srv/shop/a.ts' })
    expect(scopeOf({ ...call, server: { ...call.server, transport: 'http' } }, SHOP)).toBe('folder "/srv/shop"')
  })
  test('the port is told which paths the server was started with', () => {
    const givenFor = (display: string, transport: 'stdio' | 'http' = 'stdio'): readonly string[] => {
      let told: readonly string[] = []
      const projects: ProjectFolders = {
        projectOf(_path, given) {
          told = given
          return null
        },
      }
      const call = sampleCall('write_file', { path: '/srv/shop/a.ts' })
      scopeOf({ ...call, server: { ...call.server, display, transport } }, projects)
      return told
    }
    expect(givenFor('npx -y @modelcontextprotocol/server-filesystem /srv/shop /srv/two')).toEqual([
      '/srv/shop',
      '/srv/two',
    ])
    expect(givenFor('mcp-server-filesystem "/srv/my shop" "C:\\\\work"')).toEqual(['/srv/my shop', 'C:\\work'])
    expect(givenFor('/usr/bin/node /opt/server.js /srv/shop')).toEqual(['/opt/server.js', '/srv/shop'])
    expect(givenFor('uv --directory /opt/server run server --root=/srv src')).toEqual([])
    expect(givenFor('docker run -i mcp/filesystem /projects')).toEqual([])
    expect(givenFor('ssh box server-filesystem /srv/shop')).toEqual([])
    expect(givenFor('https://example.com/mcp', 'http')).toEqual([])
  })
  test('a repository that is named by its path is itself the scope, not the folder around it', () => {
    expect(stdio({ repo_path: '/srv/one' }, 'git_commit')).not.toBe(stdio({ repo_path: '/srv/two' }, 'git_commit'))
    expect(stdio({ project_path: '/srv/one/' }, 'x')).toBe(stdio({ project_path: '/srv/./one' }, 'x'))
  })
})

describe('what else makes a scope', () => {
  test('a line of code is no place; a path under any name is', () => {
    expect(stdio({ path: '/a/x.ts', content: '// a comment' })).toBe('folder "/a"')
    expect(stdio({ path: '/a/x.ts', content: '/** a comment */' })).toBe('folder "/a"')
    expect(stdio({ path: '/a/x.ts', content: '//etc/passwd' })).toContain('content folder "/etc"')
    expect(stdio({ path: '/a/x.ts', content: '/etc/passwd' })).toContain('content folder "/etc"')
  })
  test('a list of arguments leaves the others out, and keeps what is not there apart', () => {
    const scope = (args: JsonObject): string | null => scopeOf(sampleCall('open', args), SHOP, ['owner', 'number'])
    expect(scope({ owner: 'acme', number: 1, head: 'fix/x' })).toBe(scope({ owner: 'acme', number: 1, head: 'fix/y' }))
    expect(scope({ owner: 'acme', number: 1 })).not.toBe(scope({ owner: 'acme', number: 2 }))
    expect(scope({ owner: 'acme' })).not.toBe(scope({ owner: 'acme', number: 1 }))
    expect(scope({ owner: 'a", number 1', number: 2 })).not.toBe(scope({ owner: 'a', number: 1 }))
  })
})
