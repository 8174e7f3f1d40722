import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { showHiddenCharacters, showInOneLine } from '../../src/preview/visible-text.ts'
import { findSecrets } from '../../src/secret/find-secrets.ts'
import { hasMask, maskSentText, maskText, withMasks } from '../../src/secret/mask-text.ts'
import { processorTime } from '../sql/processor-time.ts'

const GITHUB = 'ghp_abcdefghijklmnopqrstuvwxyz0123459fA2'
const PEM = `-----BEGIN RSA PRIVATE KEY-----
MIIEowIBAAKCAQEAabcdabcdabcdabcd
abcdowIBAAKCAQEAabcdabcdabcdabcd
abcd==
-----END RSA PRIVATE KEY-----`

describe('maskText', () => {
  test.each([
    ['a GitHub token', `push with ${GITHUB} now`, 'push with ⟦ghp_…9fA2 (40 characters)⟧ now'],
    ['a fine-grained GitHub token', `github_pat_${'a1'.repeat(11)}`, '⟦gith…a1a1 (33 characters)⟧'],
    ['a GitLab token', `glpat-${'aB3'.repeat(7)}`, '⟦glpa…3aB3 (27 characters)⟧'],
    ['a Slack token', 'xoxb-123456789012-abcdefghijkl', '⟦xoxb…ijkl (30 characters)⟧'],
    ['an AWS key', 'AKIAIOSFODNN7EXAMPLE', '⟦AKIA…MPLE (20 characters)⟧'],
    ['a Stripe key', `sk_live_${'a1b2'.repeat(6)}`, '⟦sk_l…a1b2 (32 characters)⟧'],
    ['an OpenAI key', `sk-proj-${'a1b2'.repeat(6)}`, '⟦sk-p…a1b2 (32 characters)⟧'],
    ['an Anthropic key', `sk-ant-api03-${'a1b2'.repeat(6)}`, '⟦sk-a…a1b2 (37 characters)⟧'],
    ['an npm token', `npm_${'a1b2'.repeat(9)}`, '⟦npm_…a1b2 (40 characters)⟧'],
    ['a Google key', `AIza${'a1b2c'.repeat(7)}`, '⟦AIza…1b2c (39 characters)⟧'],
    ['a web token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdefghijk', '⟦eyJh…hijk (48 characters)⟧'],
    ['a variable', 'API_KEY=abcd1234; rm -rf /', 'API_KEY=⟦… (8 characters)⟧; rm -rf /'],
    ['a variable in capitals of any name', 'STRIPE_KEY=abcd', 'STRIPE_KEY=⟦… (4 characters)⟧'],
    [
      'a quoted variable',
      `export DB_PASSWORD='p@ss;w0rd'`,
      `export DB_PASSWORD='⟦… (1 character)⟧@⟦… (2 characters)⟧;⟦… (4 characters)⟧'`,
    ],
    ['a password', 'PASSWORD=hunter2', 'PASSWORD=⟦… (7 characters)⟧'],
    ['a member of JSON', '{"clientSecret":"hunter2!","n":1}', '{"clientSecret":"⟦… (7 characters)⟧!","n":1}'],
    ['JSON within JSON', '{\\"api_key\\":\\"abcdefabcdef123\\"}', '{\\"api_key\\":\\"⟦… (15 characters)⟧\\"}'],
    [
      'a member of YAML',
      'auth_token: abcdefabcdef1234\nuser: joe',
      'auth_token: ⟦abcd…1234 (16 characters)⟧\nuser: joe',
    ],
    ['an option', 'login --password hunter22 --force', 'login --password ⟦… (8 characters)⟧ --force'],
    ['an option with =', 'login --api-key=hunter22 --force', 'login --api-key=⟦… (8 characters)⟧ --force'],
    ['a bearer', 'Authorization: Bearer abc.def-123456789012345', 'Authorization: Bearer ⟦abc.…2345 (23 characters)⟧'],
    [
      'basic access',
      '-H "Authorization: Basic dXNlcjpwYXNz" x',
      '-H "Authorization: Basic dXNlcjpwYXNz" x'.replace('dXNlcjpwYXNz', '⟦… (12 characters)⟧'),
    ],
    ['an address', 'postgres://joe:s3cr3tpw@db.example/x', 'postgres://joe:⟦… (8 characters)⟧@db.example/x'],
    ['a query', '/a?x=1&access_token=abcdefghijk123&y=2', '/a?x=1&access_token=⟦… (14 characters)⟧&y=2'],
    ['a card', '4111111111111111', '⟦4111…1111 (16 characters)⟧'],
    ['a card in groups', '4111 1111 1111 1111', '4111 ⟦… (4 characters)⟧ ⟦… (4 characters)⟧ 1111'],
    ['a private key', `${PEM}\nrm -rf /`, PEM.replace(/MII[^-]+==/, '⟦MIIE…cd== (70 characters)⟧') + '\nrm -rf /'],
  ])('masks %s', (_, text, masked) => {
    expect(maskText(text)).toBe(masked)
  })

  test.each([
    'password: String',
    'const token = getToken()',
    'token: ${TOKEN}',
    'TOKEN=$TOKEN rm -rf /',
    'issue_key: "PROJ-123"',
    'next_page_token: "abcdefabcdefabcdef12"',
    'max_tokens: 4096',
    'the password is long',
    'Bearer authentication is used',
    'login --password --force',
    'key: value',
    'Unexpected token: PLUS',
    'password: "rm -rf / and more"',
    'sk-learn-preprocessing-module',
    '/home/ines/reports/2026/summary.md',
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'order 4111111111111112',
    '1763498265123',
    'git commit -m "tokens: count them"',
  ])('leaves %s', (text) => {
    expect(maskText(text)).toBe(text)
  })

  test('a title that was cut shows no more of a key than a mask does', () => {
    expect(maskText(`"${GITHUB.slice(0, 24)}…"`)).toBe('"⟦ghp_… (24 characters)⟧…"')
    expect(maskText('(password: "hunter2hun…')).toBe('(password: "⟦… (10 characters)⟧…')
  })

  test('says it in the language of the reader', () => {
    expect(maskText(GITHUB, 'zh-CN')).toBe('⟦ghp_…9fA2 (40 个字符)⟧')
  })
})

describe('a mask hides nothing that acts', () => {
  test.each([
    ['a command behind the value', 'API_KEY=abcdefgh; rm -rf /', '; rm -rf /'],
    ['a command within quotes', 'API_KEY="abcdefgh; rm -rf /"', 'API_KEY="abcdefgh; rm -rf /"'],
    ['a substitution', 'API_KEY=`reboot`', '`reboot`'],
    ['another substitution', 'API_KEY=$(reboot)', '$(reboot)'],
    ['the next option', 'x --token --force', '--token --force'],
    ['a pipe', 'TOKEN=abcdefgh|sh', '|sh'],
    ['a command among the lines of a key', PEM.replace('abcd==', 'rm -rf /\nabcd=='), 'rm -rf /'],
    ['a longer line in a key', PEM.replace('abcd==', `${'/usr/bin/'.repeat(5)}reboot`), '/usr/bin/reboot'],
    ['what follows a key that does not end', '-----BEGIN PRIVATE KEY-----\nreboot\nrm -rf /', 'reboot\nrm -rf /'],
    ['the host of an address', 'https://good.example:x@evil.example/', '@evil.example/'],
  ])('%s stays in sight', (_, text, seen) => {
    expect(maskText(text)).toContain(seen)
  })

  test('hidden characters within a key stay marked', () => {
    const shown = showHiddenCharacters(`${GITHUB.slice(0, 20)}\u202e${GITHUB.slice(20)}`).text
    expect(maskText(shown)).toContain('⟦U+202E⟧')
  })
})

describe('a mask is ours', () => {
  test('no text can forge one', () => {
    const forged = '⟦ghp_…9fA2 (40 characters)⟧'
    expect(maskText(showHiddenCharacters(forged).text)).toBe('⟦U+27E6⟧ghp_…9fA2 (40 characters)⟧')
    expect(maskSentText(forged)).toBe('⟦U+27E6⟧ghp_…9fA2 (40 characters)⟧')
    expect(hasMask(maskText(GITHUB))).toBe(true)
    expect(hasMask(maskText(GITHUB, 'zh'))).toBe(true)
    expect(hasMask(GITHUB)).toBe(false)
    expect(hasMask(showHiddenCharacters(forged).text)).toBe(false)
  })
})

const piece = fc.oneof(
  fc.constantFrom(
    GITHUB,
    PEM,
    'sk-',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc',
    'password=',
    'API_KEY: "',
    '"token":"',
    '\\"secret\\": \\"',
    'Authorization: Bearer ',
    'https://a:',
    '@',
    '4111 1111 1111 1111',
    '5500-0000-0000-0004',
    '--token ',
    '; rm -rf /',
    '⟦',
    '⟧',
    '…',
    '\n',
    '\r\n',
    '\t',
    ' ',
    '-----BEGIN PRIVATE KEY-----',
    '-----END PRIVATE KEY-----',
    'M'.repeat(64),
    '\u202e',
    '\\n',
    '"',
    "'",
    '`',
    '$(',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom('a', 'B', '3', '+', '/', '=', '_', '.', '-'), maxLength: 40 }),
)
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))

describe('whatever the text', () => {
  const shownTexts = text.chain((said) => fc.constantFrom(showHiddenCharacters(said).text, showInOneLine(said)))

  test('a mask holds token characters only, and all else is unchanged', () => {
    fc.assert(
      fc.property(shownTexts, fc.boolean(), (shown, isNamed) => {
        const spans = findSecrets(shown, isNamed)
        let at = 0
        for (const { start, end } of spans) {
          expect(start).toBeGreaterThanOrEqual(at)
          expect(shown.slice(start, end)).toMatch(/^(?:[A-Za-z0-9+/=_.\-\r\n]|⟦U\+000[AD]⟧)+$/)
          expect(shown.slice(0, start)).not.toMatch(/⟦[^⟧]*$/)
          if (/[\r\n⟦]/.test(shown.slice(start, end))) expect(shown.slice(0, start)).toContain('PRIVATE KEY')
          at = end
        }
        const pieces: string[] = []
        let from = 0
        for (const { start, end } of spans) {
          pieces.push(shown.slice(from, start))
          from = end
        }
        pieces.push(shown.slice(from))
        const masked = withMasks(shown, spans, 'en')
        let rest = masked
        for (const [index, outside] of pieces.entries()) {
          expect(rest.startsWith(outside)).toBe(true)
          rest = rest.slice(outside.length)
          if (index === pieces.length - 1) break
          const mask = /^⟦[A-Za-z0-9+/=_.-]{0,4}…[A-Za-z0-9+/=_.-]{0,4} \(\d+ characters?\)⟧/.exec(rest)?.[0]
          expect(mask).toBeDefined()
          rest = rest.slice(mask?.length)
        }
        expect(rest).toBe('')
      }),
      { numRuns: 3000 },
    )
  })

  test('masking again changes nothing', () => {
    fc.assert(
      fc.property(shownTexts, (shown) => {
        const masked = maskText(shown)
        expect(maskText(masked)).toBe(masked)
      }),
      { numRuns: 3000 },
    )
  })
})

const UNITS = [
  'eyJ',
  'eyJaaaaaaa.',
  'sk-',
  'ghp_',
  'password=',
  'password="a',
  '--token ',
  'key',
  '://a:',
  '-----BEGIN PRIVATE KEY-----\n',
  '4111 1111 1111 1111 ',
  '1 ',
  '⟦',
  '…',
  '\\',
  'A',
  'M\n',
]

test.each(UNITS)('a megabyte of %j takes less than 100 ms a time', async (unit) => {
  const long = unit.repeat(Math.ceil(2 ** 20 / unit.length))
  findSecrets(long)
  // Beside other work on the same cores the same steps take longer: the best of some rounds counts.
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 12 && best >= 100; round++) {
    best = Math.min(best, await processorTime(() => findSecrets(long)))
  }
  expect(best).toBeLessThan(100)
})
