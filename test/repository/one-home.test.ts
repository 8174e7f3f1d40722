/**
 * Each rule has one home: no surface spells it a second time. What is looked for is how the copies were once written.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Samples for tests are left out: they say values as they are stored. */
const SOURCES = readdirSync(`${ROOT}/packages`, { recursive: true, encoding: 'utf8' })
  .map((file) => `packages/${file.replaceAll('\\', '/')}`)
  .filter((file) => /^packages\/(?!testing\/)[\w-]+\/(?:src|inbox|view)\/.*\.ts$/.test(file))
  .sort()

/** `spelling`: what only the home may say. */
const HOMES: readonly { readonly rule: string; readonly home: readonly string[]; readonly spelling: RegExp }[] = [
  {
    rule: 'how a call is ruled, with its SQL and whose word counts',
    home: ['packages/core/src/policy/rule-call.ts'],
    spelling: /\bpolicy\.(?:rule|needsSql)\(|\bmode: .*(?:relaysAPerson|local:)/,
  },
  {
    rule: 'where a pause stands, and how it is read',
    home: ['packages/core/src/operations/gate-pause.ts'],
    spelling: /gate\/paused|PauseView = |can_resume =|paused: await/,
  },
  {
    rule: 'where pinned definitions stand, and whether one changed',
    home: ['packages/core/src/call/tool-pins.ts'],
    spelling:
      /'pins\/|hash !== hold\.definitionHash|definitionHash === definition\.hash|\.pinned\[|\.textHash [!=]== (?:pin|last)|hash !== pin/,
  },
  {
    rule: 'what a refusal is called outside',
    home: ['packages/core/src/answer/public-refusal.ts'],
    spelling:
      /NOT_THE_ATTEMPT: |case '(?:WRONG_RAIL|NOT_THE_ATTEMPT)':\s+(?:case '\w+':\s+)*return (?:problem|code|'CONFLICT')/,
  },
  {
    rule: 'what a refused edit is called',
    home: ['packages/core/src/hold/edit.ts'],
    spelling: /code: 'EDIT_REFUSED'|'EDIT_REFUSED', /,
  },
  {
    rule: 'which answers may stand for further calls, and how long',
    home: ['packages/core/src/choice/answers.ts'],
    spelling:
      /whyNotStanding\([^)]*arguments: |STANDING_LENGTHS\.filter|risk === 'high' \? \['same'|irreversible \|\| grantable|grantable === false \|\| quorum/,
  },
  {
    rule: 'whether a token is in force',
    // A standing permission has limits of its own.
    home: [
      'packages/core/src/grant/grant-covers.ts',
      'packages/core/src/grant/grant-view.ts',
      'packages/core/src/people/token-in-force.ts',
    ],
    // A file that knows of revoking and compares an end with a clock, however its variables are called.
    spelling: /^(?=[^]*\brevokedAt\b)(?=[^]*(?:\bexpiresAt [<>]|[<>]=? (?:\w+\.)*expiresAt\b))/,
  },
  {
    rule: 'which title a call has, and what is said of it in one line',
    home: ['packages/core/src/preview/call-description.ts'],
    spelling: /entity\?\.title|hold\.preview\.(?:title|tool|why|irreversible)\b|\} risk, irreversible/,
  },
  {
    rule: 'the call as it was approved',
    home: ['packages/core/src/hold/approved-call.ts'],
    spelling: /argumentsText = approvedArguments\(|function approvedCall\(/,
  },
  {
    rule: 'how long it is tried to store what happened',
    home: ['packages/core/src/operations/until-stored.ts'],
    spelling: /function untilStored\b/,
  },
  {
    rule: 'which tenant is meant where none is named',
    home: ['packages/core/src/people/people.ts'],
    spelling: /_TENANT = |tenant(?:: | = | \?\? )'default'|, 'default'\)/,
  },
  {
    rule: 'what the person at this machine is called',
    // The terminal of the demo and of `wrap` is the second of them.
    home: ['packages/holdpoint/src/cli/inbox/terminal-rail.ts', 'packages/store/src/local-principal.ts'],
    spelling: /userInfo\(\)|`local:\$\{/,
  },
  {
    rule: 'how far a server is trusted',
    home: ['packages/core/src/call/server-trust.ts'],
    spelling: /return 'untrusted'|\? 'trusted' :/,
  },
  {
    rule: 'what a thrown value says',
    home: ['packages/core/src/thrown-message.ts'],
    spelling: /function \w+\((\w+): unknown\): string \{\s+return \1 instanceof Error \? \1\.message : String\(\1\)/,
  },
  {
    rule: 'which word was probably meant',
    home: ['packages/holdpoint/src/config/closest-word.ts'],
    spelling: /function editDistance\(/,
  },
  {
    rule: 'a process that does not say where it runs',
    home: ['packages/core/src/lease/hold-owner.ts'],
    spelling: /host: '', pid|=== self\.instance \? 'running'/,
  },
  {
    rule: 'how an approved call begins to run, and what the log says where it does not',
    home: ['packages/core/src/operations/begin-dispatch.ts', 'packages/core/src/operations/dispatch-hold.ts'],
    spelling: /\bclaimDispatch\(/,
  },
  {
    rule: 'whose yes a rule counts',
    // How many people could meet a quorum is counted over all of them at once.
    home: ['packages/core/src/hold/eligibility.ts', 'packages/core/src/people/unmet-quorums.ts'],
    spelling: /\bapprovers\??\.includes\(/,
  },
  {
    rule: 'how a refused answer stands in the log',
    home: [
      'packages/core/src/operations/cancel-hold.ts',
      'packages/core/src/operations/decide.ts',
      'packages/core/src/operations/spend-question.ts',
    ],
    spelling: /holdRecord\([^)]*'decision-refused'/,
  },
  {
    rule: 'which roles decide',
    home: ['packages/core/src/people/people.ts'],
    spelling: /role === 'approver'|readonly Role\[\] = \['approver', 'admin'/,
  },
]

describe('[X12.2] one home', () => {
  test.each(HOMES)('$rule', ({ home, spelling }) => {
    const spelled = SOURCES.filter((file) => spelling.test(readFileSync(`${ROOT}/${file}`, 'utf8')))
    expect(spelled).toEqual(home)
  })
})
