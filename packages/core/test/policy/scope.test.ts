/** What "once per session and scope" means for a call: places, projects, sites. */
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/json/json-value.ts'
import { scopeOf } from '../../src/policy/scope.ts'
import type { ProjectFolders } from '../../src/policy/scope.ts'
import { sampleCall } from './policy-sample.ts'
import { processorTime } from '../sql/processor-time.ts'

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

describe('[X11.A3] a yes to a call without places', () => {
  const first = { title: 'Groceries', text: 'milk, eggs' }
  const scope = (args: JsonObject, tool = 'create_note'): string | null => scopeOf(sampleCall(tool, args), SHOP)
  const padding = './'.repeat(520)

  test('opens its tool for more of the kind', () => {
    expect(scope(first)).toBe('tool "create_note"')
    for (const more of [
      { title: 'Party', text: 'balloons. And a cake!' },
      { title: 'Party', text: 'See https://example.com/cake for the cake, or mail ana@example.com.' },
      { ...first, text: 'first line\nhttps://example.com/second' },
      { ...first, text: '/* a comment */ const a = 1' },
      { ...first, color: '#ff0000', pinned: true, priority: 3, due: '2026-11-17T10:00:00Z', amount: '12.50' },
      { ...first, labels: ['to do', 'type:errand'], author: 'Ana Maria', remind_at: '10:30' },
      { ...first, id: 'n_17', version: '1.2.3', timestamp: '1723456789.001' },
      { ...first, content: 'A'.repeat(5000) },
      { ...first, image: `/9j/4AAQ${'abcd+/'.repeat(400)}==` },
      { ...first, newText: 'order.total' },
      { ...first, day: '2026-11-17', digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b' },
    ]) {
      expect(scope(more as JsonObject), JSON.stringify(more).slice(0, 80)).toBe('tool "create_note"')
    }
  })

  test.each([
    [`/etc/cron.d/${padding}evil`],
    [`https://evil.example/${'a'.repeat(1100)}`],
    [`${'../'.repeat(600)}etc/passwd`],
    [`/${'/'.repeat(3000)}etc/passwd`],
    [`C:\\${'.\\'.repeat(600)}x`],
    [`${' '.repeat(2000)}/etc/passwd`],
    [`evil.example/${'x/'.repeat(600)}`],
    [`/var/Spool/cron1/${'x/'.repeat(600)}`],
    [`mailto:evil@x.y?subject=${'a'.repeat(3000)}`],
    ['mailto:evil@x.y'],
    ['MAILTO:evil@x.y'],
    ['evil@x.y'],
    ['Evil <evil@x.y>'],
    ['evil.example'],
    ['evil.example.'],
    ['evil.example:8080'],
    ['evil\u3002example'],
    ['evil\uff0eexample'],
    ['xn--80ak6aa92e.com'],
    ['203.0.113.9'],
    ['0x7f.1'],
    ['127.1'],
    ['0313.0.0161.011'],
    ['[2001:db8::1]'],
    ['2001:db8::1'],
    ['::1'],
    ['//evil.example/x'],
    ['\\\\evil\\share'],
    ['C:evil'],
    ['c:\\windows\\x'],
    ['evil:/srv/x'],
    ['user@evil:x'],
    ['data:text/html,x'],
    ['javascript:alert(1)'],
    ['https:evil.example'],
    ['https:\\\\evil.example'],
    ['ht\ntps://evil.example'],
    ['https://evil\n.example'],
    ['%2Fetc%2Fpasswd'],
    ['..%2f..%2fetc'],
    ['~/.ssh/id'],
    ['$HOME/x'],
    ['%APPDATA%'],
    ['see /etc/passwd'],
    ['good, evil.example'],
    ['tel:+123'],
    ['+4915112345678'],
    ['3405803785'],
    ['0xCB007109'],
    ['localhost'],
    ['#general'],
    ['s3:bucket'],
    ['+49 170 1234567'],
    ['(555) 123-4567'],
    ['DE89370400440532013000'],
    ['DE89 3704 0044 0532 0130 00'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ])('opens nothing for a place in another argument: %.40s', (place) => {
    for (const args of [
      { ...first, attachment: place },
      { ...first, extra: [{ deep: { thing: [place] } }] },
      { ...first, notify: place },
    ]) {
      expect(scope(args)).not.toBe('tool "create_note"')
    }
  })

  test.each([
    '/etc/passwd',
    'https://evil.example/x',
    'mailto:evil@x.y',
    'evil.example',
    '203.0.113.9',
    'evil@x.y',
    '%2Fetc',
  ])('nor for one that is all of a text: %s', (place) => {
    expect(scope({ title: 'x', text: place })).not.toBe('tool "create_note"')
    expect(scope({ title: place, text: 'x' })).not.toBe('tool "create_note"')
  })

  test('nor for one in a key, or a number under the name of an address', () => {
    expect(scope({ ...first, map: { 'evil.example': 1 } })).not.toBe('tool "create_note"')
    expect(scope({ ...first, map: { 'a@b.example': 1 } })).not.toBe('tool "create_note"')
    expect(scope({ ...first, host: 3405803785 })).not.toBe('tool "create_note"')
    expect(scope({ ...first, extra: 3405803785 })).not.toBe('tool "create_note"')
    expect(scope({ ...first, amount: 34058037 })).toBe('tool "create_note"')
  })

  test.each(
    'folder_id parent payee beneficiary iban wallet phone chat_id invitees attendees share_with visibility mailbox drive vault server remote'.split(
      ' ',
    ),
  )('nor for a plain word under a name that says where it goes: %s', (name) => {
    expect(scope({ ...first, [name]: 'a' })).not.toBe('tool "create_note"')
    expect(scope({ ...first, [name]: 'a' })).not.toBe(scope({ ...first, [name]: 'b' }))
  })

  test('two places that differ only far behind are two', () => {
    const at = (end: string): string | null => scope({ path: `/srv/${'a'.repeat(1500)}/${end}/x` }, 'write_file')
    expect(at('one')).not.toBe(at('two'))
    expect(scope({ path: `/srv/${'a'.repeat(2500)}/x` }, 'write_file')).toBeNull()
  })

  test('a file name without a folder does not open hosts and schemes', () => {
    const plain = scope({ file: 'report.pdf' }, 'write_file')
    expect(scope({ file: 'other.pdf' }, 'write_file')).toBe(plain)
    for (const file of ['mailto:evil@x.y', 'evil:x', 'C:x', 'evil@host', '%2e%2e'])
      expect(scope({ file }, 'write_file')).not.toBe(plain)
  })

  test('a long text costs little', async () => {
    const texts = [
      'a/'.repeat(200_000),
      ':'.repeat(400_000),
      'a@'.repeat(200_000),
      'a.'.repeat(200_000),
      '/.'.repeat(200_000),
    ]
    for (const text of texts) {
      const call = sampleCall('create_note', { attachment: text, text, content: text })
      expect(await processorTime(() => scopeOf(call, SHOP))).toBeLessThan(1000)
    }
  })
})
