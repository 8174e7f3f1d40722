/**
 * Everything in docs/policy.md and docs/rails.md that a reader could paste or run is run here, as it stands there:
 * whole configurations, commands line by line, the form. A block that nothing here takes fails. (docs/agents.md:
 * test/agent/docs.test.ts.)
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readGrantWords } from '../../packages/core/src/grant/grant-words.ts'
import { envelopeOf } from '../harness/answers.ts'
import { holdpoint } from '../harness/decide.ts'
import type { CommandResult } from '../harness/resident-command.ts'
import { HOLDPOINT, REPOSITORY } from '../harness/paths.ts'
import { openTerminal } from '../harness/pseudo-terminal.ts'
import { READING_MS } from '../harness/read-form.ts'
import { endWrap, LEDGER_COMMAND, startWrap } from '../harness/run-wrap.ts'
import { waitForMessage } from '../harness/stdio-client.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'
import { delay, waitFor } from '../harness/wait-for.ts'

const PAGES = ['docs/policy.md', 'docs/rails.md'] as const
const SAMPLE_HASH = 'a'.repeat(64)

interface Block {
  readonly page: string
  readonly language: string
  readonly text: string
}

const sourceOf = (page: string): string => readFileSync(path.join(REPOSITORY, page), 'utf8')

const BLOCKS: readonly Block[] = PAGES.flatMap((page) =>
  [...sourceOf(page).matchAll(/^```([^\n]*)\n([^]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    page,
    language,
    text,
  })),
)

const isConfiguration = ({ language, text }: Block): boolean => language === 'yaml' && /^version: 1$/m.test(text)
const isForm = ({ page, language }: Block): boolean => page === 'docs/rails.md' && language === 'json'

/** Lines that a form or a terminal takes. */
const isWords = ({ page, language }: Block): boolean => page === 'docs/policy.md' && language === 'text'

const CONFIGURATIONS = BLOCKS.filter(isConfiguration)

/** Lines of commands, without what a shell would not read. */
const linesOf = ({ text }: Block): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/(^|\s+)#.*$/, '').trim())
    .filter((line) => line !== '')

/** As a shell splits it: single quotes are all that the pages use. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

/** Runs a line of a page; `ID` and the like are what a reader would put there. */
async function runLine(
  home: TemporaryHome,
  line: string,
  setting: { readonly put?: { readonly [word: string]: string }; readonly as?: 'approver' } = {},
): Promise<CommandResult> {
  const [program, ...words] = wordsOf(line).map((word) => setting.put?.[word] ?? word)
  expect(program).toBe('holdpoint')
  const environment = { CRM_TOKEN: 'set', BILLING_TOKEN: 'set' }
  return await holdpoint(home, words, { environment, ...(setting.as === undefined ? {} : { as: setting.as }) })
}

const said = ({ stdout, stderr }: CommandResult): string => `${stdout}${stderr}`

/** A home with the configuration of the page, in front of a server that can be started here. */
function homeOfThePolicyPage(): TemporaryHome {
  const home = createTemporaryHome()
  const complete = CONFIGURATIONS.find(({ text }) => text.includes('some-crm-server'))?.text ?? ''
  writeFileSync(
    home.configFile,
    complete.replace('command: [npx, -y, some-crm-server]', `command: ${JSON.stringify(LEDGER_COMMAND)}`),
  )
  return home
}

/** Each takes the lines it names, in the order of the page. */
const COMMANDS: readonly {
  readonly lines: readonly string[]
  readonly run: (lines: readonly string[]) => Promise<void>
}[] = [
  {
    lines: [
      'holdpoint policy check',
      `holdpoint policy explain crm delete_contact '{"id": 42}'`,
      'holdpoint policy explain --server crm',
    ],
    async run([check = '', explain = '', server = '']) {
      const home = homeOfThePolicyPage()
      const checked = await runLine(home, check)
      expect(checked.code, said(checked)).toBe(0)
      const explained = await runLine(home, explain)
      expect(explained.code, said(explained)).toBe(0)
      expect(explained.stdout).toMatch(/high/)
      const listed = await runLine(home, server)
      expect(listed.code, said(listed)).toBe(0)
      expect(listed.stdout).toMatch(/delete_item .*high/)
      writeFileSync(home.configFile, 'version: 1\nprofil: strict\n')
      const refused = await runLine(home, check)
      expect(refused.code).not.toBe(0)
      expect(said(refused)).toMatch(/holdpoint\.yaml:2.*profile/s)
    },
  },
  {
    lines: [
      'holdpoint approve ID --allow session --same-arguments',
      'holdpoint approve ID --allow 30m --times 5',
      "holdpoint approve ID --allow 2h --where 'amount at most 50; path under /srv' --amount /amount=200",
      "holdpoint reject ID --deny always --where 'path under /etc'",
      'holdpoint grants list',
      'holdpoint grants revoke GRANT',
    ],
    async run([same = '', times = '', fitting = '', deny = '', list = '', revoke = '']) {
      const home = createTemporaryHome('wait: 1ms')
      const wrap = await startWrap(home)
      for (const [line, tool, args] of [
        [same, 'delete_item', { id: 1 }],
        [times, 'send_message', { id: 1 }],
        [fitting, 'fail_delete', { path: '/srv/a', amount: 5 }],
        [deny, 'huge_delete', { path: '/etc/a' }],
      ] as const) {
        const { approval_id: id } = envelopeOf(await wrap.client.call(tool, args))
        const approved = await runLine(home, line, { put: { ID: id }, as: 'approver' })
        expect(approved.code, said(approved)).toBe(0)
      }
      const listed = await runLine(home, list)
      expect(listed.stdout).toMatch(/delete_item/)
      expect(listed.stdout).toMatch(/send_message.*(of 5|5 times)/s)
      expect(listed.stdout).toMatch(/fail_delete.*\/amount at most 50 and \/path under "\/srv".*200 in all/s)
      expect(listed.stdout).toMatch(/deny huge_delete/)
      const [grant = ''] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(listed.stdout) ?? []
      const revoked = await runLine(home, revoke, { put: { GRANT: grant }, as: 'approver' })
      expect(revoked.code, said(revoked)).toBe(0)
      expect((await runLine(home, list)).stdout).toMatch(/revoked/)
      await endWrap(wrap)
    },
  },
  {
    lines: ['holdpoint policy accept', 'holdpoint policy accept --looser'],
    async run([waits = '', accept = '']) {
      const home = createTemporaryHome('profile: strict')
      const wrap = await startWrap(home)
      home.configure('profile: balanced')
      await waitFor('the looser file to be noticed', () => /looser/.test(wrap.stderr()))
      const listed = await runLine(home, waits)
      expect(listed.code, said(listed)).toBe(0)
      expect(listed.stdout).toContain('The policy became looser')
      const [, ...words] = wordsOf(accept)
      const session = openTerminal([process.execPath, HOLDPOINT, ...words], {
        environment: { ...home.environment, TERM: 'xterm' },
        cwd: home.folder,
      })
      const [, code = ''] = await session.waitForText(/Type (\w{4})/)
      expect(session.screen()).toMatch(/profile/)
      await delay(READING_MS)
      session.type(code)
      expect((await session.exited).code, session.screen()).toBe(0)
      expect((await runLine(home, waits)).stdout).not.toContain('The policy became looser')
      await endWrap(wrap)
    },
  },
]

const takenLines = new Set(COMMANDS.flatMap(({ lines }) => lines))
const isCommands = (block: Block): boolean =>
  (block.language === 'sh' || block.language === '') && linesOf(block).every((line) => takenLines.has(line))

describe.concurrent('examples in the documentation', () => {
  test('no block is left out, and none is taken that is not there', () => {
    const left = BLOCKS.filter((block) => ![isConfiguration, isForm, isWords, isCommands].some((takes) => takes(block)))
    expect(left).toEqual([])
    for (const page of PAGES) {
      const blocks = BLOCKS.filter((block) => block.page === page)
      expect(sourceOf(page).match(/^\s*(```|~~~)/gm), page).toHaveLength(2 * blocks.length)
      expect(blocks.filter(isConfiguration), page).not.toEqual([])
    }
    expect(BLOCKS.filter(isForm)).toHaveLength(1)
    const there = new Set(BLOCKS.filter(isCommands).flatMap(linesOf))
    expect([...takenLines].filter((line) => !there.has(line))).toEqual([])
  })

  test.each(CONFIGURATIONS)('$page: $text', async ({ text }) => {
    const home = createTemporaryHome()
    // A hash in the text is abbreviated; what it stands for is not.
    writeFileSync(home.configFile, text.replaceAll(/sha256: [0-9a-f]*…|sha256: <hex>/g, `sha256: ${SAMPLE_HASH}`))
    writeFileSync(path.join(path.dirname(home.configFile), 'crm.md'), '# CRM\n')
    const environment = Object.fromEntries([...text.matchAll(/\$\{([A-Z_]+)\}/g)].map(([, name]) => [name, 'set']))
    const checked = await holdpoint(home, ['policy', 'check'], { environment })
    expect(said(checked)).not.toMatch(/^error|: error/m)
    expect(checked.code, said(checked)).toBe(0)
  })

  test.each(BLOCKS.filter(isWords).flatMap(linesOf))('words for a standing answer: %s', (line) => {
    expect(readGrantWords(line)).toMatchObject({ ok: true })
  })

  test.each(COMMANDS)('$lines.0, and what stands below it', async ({ lines, run }) => {
    await run(lines)
  })
})

describe('the form in docs/rails.md', () => {
  test('is the one that clients get', async () => {
    const documented = JSON.parse(BLOCKS.find(isForm)?.text ?? '') as {
      message: string
      requestedSchema: { properties: { decision: { description: string } } }
    }
    const home = createTemporaryHome('wait: 2s')
    const wrap = await startWrap(home, { capabilities: { elicitation: {} } })
    const calling = wrap.client.call('delete_item', { id: 'a1' })
    calling.catch(() => {})
    const question = await waitForMessage(wrap.client, 'the form', ({ method }) => method === 'elicitation/create')
    const { message, requestedSchema } = question.params as typeof documented
    const { decision } = requestedSchema.properties
    // Where the page is and which call it is are their own each time; the command has the beginning of the same id.
    const [, id = '', short = ''] =
      /\/approvals\/([0-9a-f-]{36}) .* open ([0-9a-f]{8})$/.exec(decision.description) ?? []
    expect(id.startsWith(short)).toBe(true)
    decision.description = decision.description
      .replace(id, '7f3k…')
      .replace(/ open [0-9a-f]{8}$/, ' open 7f3k…')
      .replace(/localhost:\d+/, 'localhost:7433')
    expect(requestedSchema).toEqual(documented.requestedSchema)
    expect(message.slice(0, documented.message.length - 1)).toBe(documented.message.slice(0, -1))
    wrap.client.respond(question.id ?? '', { action: 'cancel' })
    await calling
    await wrap.kill()
  })
})
