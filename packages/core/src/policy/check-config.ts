/**
 * What a well-formed configuration can still get wrong: approvers that match no person, a quorum that cannot be met,
 * rules that say nothing or say two things. Each problem names its place and what to do.
 */
import { LONGEST_UNDO_WINDOW_MS } from './policy-config.ts'
import type { PolicyConfig, RuleConfig } from './policy-config.ts'
import { CHAT_IDENTITY_FORMS, CHAT_PLATFORMS, isChatIdentity, isOfChat } from '../people/chat-identity.ts'
import { personKey } from '../people/people.ts'

export interface PolicyProblem {
  /** Keys and indexes as they stand in the configuration file. */
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly suggestion: string | null
}

type Path = PolicyProblem['path']

interface Deciders {
  readonly approvers: readonly string[] | null
  readonly quorum: number | null
  readonly assurance: string | null
}

export function checkConfig(config: PolicyConfig): readonly PolicyProblem[] {
  const problems: PolicyProblem[] = []
  const names = new Set<string>()
  for (const [index, rule] of config.rules.entries()) {
    problems.push(...checkRule(rule, ['rules', index]))
    if (names.has(rule.name)) {
      problems.push(
        problem(['rules', index, 'name'], `Two rules are called "${rule.name}".`, 'give each rule a name of its own'),
      )
    }
    names.add(rule.name)
  }
  for (const [name, tenant] of Object.entries(config.tenants))
    problems.push(...checkDeciders(tenant, ['tenants', name]))
  for (const [name, milliseconds] of [
    ['ttl', config.ttlMs],
    ['execute_within', config.executeWithinMs],
  ] as const) {
    if (!(milliseconds > 0)) problems.push(problem([name], `"${name}" is to be longer than nothing.`, `${name}: 10m`))
  }
  problems.push(...checkUndoWindow(config.undoWindowMs, []))
  for (const [server, { tools }] of Object.entries(config.servers)) {
    for (const [tool, { undoWindowMs }] of Object.entries(tools)) {
      problems.push(...checkUndoWindow(undoWindowMs, ['servers', server, 'tools', tool]))
    }
  }
  problems.push(...checkPeople(config))
  return problems
}

function checkUndoWindow(milliseconds: number | null, path: Path): readonly PolicyProblem[] {
  if (milliseconds === null || (milliseconds >= 0 && milliseconds <= LONGEST_UNDO_WINDOW_MS)) return []
  return [problem([...path, 'undo_window'], 'An approved call waits from 0s to 5m before it runs.', 'undo_window: 10s')]
}

function checkRule(rule: RuleConfig, path: Path): readonly PolicyProblem[] {
  const problems = [...checkDeciders(rule, path)]
  if (rule.sql !== null && rule.risk !== null) {
    problems.push(
      problem([...path, 'risk'], `The rule "${rule.name}" rates both by sql and by risk.`, 'keep one of the two'),
    )
  }
  problems.push(...checkSql(rule, path))
  if (rule.rails?.length === 0) {
    problems.push(
      problem(
        [...path, 'rails'],
        `The rule "${rule.name}" leaves no rail to ask on.`,
        'name a rail, or leave "rails" out',
      ),
    )
  }
  if (rule.ttlMs !== null && !(rule.ttlMs > 0)) {
    problems.push(problem([...path, 'ttl'], 'A deadline is to be longer than nothing.', 'ttl: 10m'))
  }
  problems.push(...checkUndoWindow(rule.undoWindowMs, path))
  for (const [key, patterns] of Object.entries(rule.match) as [string, readonly string[] | null][]) {
    if (patterns?.length === 0) {
      problems.push(
        problem(
          [...path, 'match', key],
          `The rule "${rule.name}" can match nothing.`,
          `name a ${key}, or leave it out`,
        ),
      )
    }
  }
  const { sql, risk, answer, rails, approvers, quorum, assurance, code, ttlMs, undoWindowMs } = rule
  const says = [sql, risk, answer, rails, approvers, quorum, assurance, code, ttlMs, undoWindowMs]
  if (says.every((value) => value === null) && !rule.irreversible) {
    problems.push(
      problem(
        path,
        `The rule "${rule.name}" matches calls and says nothing about them.`,
        'add risk, answer or approvers',
      ),
    )
  }
  return problems
}

/** A name, or one with its schema before it, as it stands in a statement without quotes. */
const FUNCTION_NAME = /^[\p{L}_][\p{L}\p{N}_$]*(?:\.[\p{L}_][\p{L}\p{N}_$]*){0,2}$/u

function checkSql({ name, sql, sqlEngine, sqlFunctions }: RuleConfig, path: Path): readonly PolicyProblem[] {
  const problems: PolicyProblem[] = []
  for (const [key, said] of [
    ['sql_engine', sqlEngine !== null],
    ['sql_functions', sqlFunctions.length > 0],
  ] as const) {
    if (said && sql === null) {
      problems.push(
        problem([...path, key], `"${key}" of the rule "${name}" says nothing without "sql".`, 'sql: args.sql'),
      )
    }
  }
  for (const [index, written] of sqlFunctions.entries()) {
    if (FUNCTION_NAME.test(written)) continue
    problems.push(
      problem(
        [...path, 'sql_functions', index],
        `"${written}" is no name of a function.`,
        'write the name alone, or with its schema: reports.monthly_total',
      ),
    )
  }
  return problems
}

function checkDeciders({ approvers, quorum, assurance }: Deciders, path: Path): readonly PolicyProblem[] {
  const problems: PolicyProblem[] = []
  if (approvers?.length === 0) {
    problems.push(
      problem(
        [...path, 'approvers'],
        'Nobody could approve: the list of approvers is empty.',
        'name an approver, or leave "approvers" out',
      ),
    )
  }
  if (quorum !== null && (!Number.isInteger(quorum) || quorum < 1)) {
    problems.push(problem([...path, 'quorum'], 'A quorum is a whole number from 1 up.', 'quorum: 2'))
  }
  // Whether there are people enough is not known here: tokens made for a person are in the store.
  if (quorum !== null && quorum > 1 && assurance === 'host') {
    problems.push(
      problem(
        [...path, 'assurance'],
        "The host's word is one voice: it never makes a quorum of two.",
        'assurance: identified',
      ),
    )
  }
  return problems
}

function problem(path: Path, message: string, suggestion: string): PolicyProblem {
  return { path, message, suggestion }
}

/**
 * What `people:` can get wrong: an identity that is none, one that stands for two people, one person written two ways,
 * a token that plays an account.
 */
const IDENTITY = /^[a-z][a-z0-9-]{0,31}:\S(?:.{0,254}\S)?$/u
const PERSON = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._@+-]{0,63}$/u

export function checkPeople({ people, tokens }: PolicyConfig): readonly PolicyProblem[] {
  const problems: PolicyProblem[] = []
  const owners = new Map<string, string>()
  const spellings = new Map<string, string>()
  for (const [person, { identities, tenants }] of Object.entries(people)) {
    if (!PERSON.test(person)) {
      const suggestion = '1 to 64 letters, digits, spaces or . _ @ + -'
      problems.push({ path: ['people', person], message: `"${person}" cannot be a person's name.`, suggestion })
    }
    const same = spellings.get(personKey(person))
    if (same !== undefined) {
      const message = `"${person}" and "${same}" are one person.`
      problems.push({ path: ['people', person], message, suggestion: `put the identities of both under "${same}"` })
    }
    spellings.set(personKey(person), same ?? person)
    if (tenants?.length === 0) {
      const suggestion = 'name a tenant, or leave "tenants" out'
      problems.push({ path: ['people', person, 'tenants'], message: 'The list of tenants is empty.', suggestion })
    }
    for (const [index, identity] of identities.entries()) {
      const path = ['people', person, 'identities', index]
      if (!IDENTITY.test(identity)) {
        const suggestion = 'write it like token:ana or local:root'
        problems.push({ path, message: `"${identity}" is no identity.`, suggestion })
      } else if (isOfChat(identity) && !isChatIdentity(identity)) {
        const form = CHAT_PLATFORMS.find((platform) => identity.startsWith(`${platform}:`))
        const suggestion = `write it like ${form === undefined ? '' : CHAT_IDENTITY_FORMS[form]}`
        problems.push({ path, message: `"${identity}" names no account in a chat.`, suggestion })
      }
      const owner = owners.get(identity)
      if (owner !== undefined && owner !== person) {
        const message = `${identity} stands for both ${owner} and ${person}.`
        problems.push({ path, message, suggestion: 'one identity is one person: keep it with one of them' })
      }
      owners.set(identity, owner ?? person)
    }
  }
  for (const [index, { name }] of tokens.entries()) {
    const ofChat = isOfChat(name.toLowerCase())
    if (!ofChat && !/^(?:local|token):/i.test(name)) continue
    const whom = ofChat ? 'a person in a chat' : 'somebody at this machine'
    const message = `A token may not be called "${name}": it would pass for ${whom}.`
    problems.push({ path: ['tokens', index, 'name'], message, suggestion: 'give it another name' })
  }
  return problems
}
