/**
 * Settings that a file may name and that do nothing, or not what they say: what is not built yet, and what another
 * setting keeps from ever counting. Each is reported with its place, at the start and by `policy check`: its author
 * relies on it. A store that is not there is no matter of this file; without one nothing starts.
 */
import { CHAT_PLATFORMS, isOfChat } from '@holdpoint/core'
import type { PolicyProblem } from '@holdpoint/core/policy'
import type { ConfigFile, RuleEntry } from './config-file.ts'

type Path = PolicyProblem['path']

export function settingsWithoutEffect(file: ConfigFile): readonly PolicyProblem[] {
  const found: PolicyProblem[] = []
  const tell = (path: Path, message: string, suggestion: string): void => {
    found.push({ path, message, suggestion })
  }
  tellUnasked(file, tell)
  const demands: readonly [Path, string | undefined][] = [
    ...(file.rules ?? []).map((rule, index): [Path, string | undefined] => [['rules', index], rule.assurance]),
    ...Object.entries(file.tenants ?? {}).map(([name, tenant]): [Path, string | undefined] => [
      ['tenants', name],
      tenant.assurance,
    ]),
  ]
  for (const [path, assurance] of demands) {
    if (assurance !== 'strong') continue
    const message = 'Passkeys are not there yet: nobody can approve what demands "strong", only decline it.'
    tell([...path, 'assurance'], message, 'assurance: identified')
  }
  for (const [index, token] of (file.tokens ?? []).entries()) {
    if (token.relays_a_person === undefined || token.role !== 'viewer') continue
    const message = `A token of role ${token.role} makes no calls, so its host answers for nobody.`
    tell(['tokens', index, 'relays_a_person'], message, 'remove it, or role: agent')
  }
  for (const [person, { identities, tenants }] of Object.entries(file.people ?? {})) {
    if (tenants !== undefined && !identities.some(isOfChat)) {
      const message = `${person} has no account in a chat: tokens have a tenant of their own, and local: is of none.`
      tell(['people', person, 'tenants'], message, 'remove it, or map an account in a chat')
    }
    for (const [index, identity] of identities.entries()) {
      if (/^(?:token|local):/.test(identity) || isOfChat(identity) || !identity.includes(':')) continue
      const kinds = ['token', 'local', ...CHAT_PLATFORMS].map((kind) => `${kind}:`).join(', ')
      const message = `Nobody decides as ${identity} yet: there are ${kinds}.`
      tell(['people', person, 'identities', index], message, 'keep it for later, or remove it')
    }
  }
  tellUnreachable(file.rules ?? [], tell)
  for (const [name, entry] of Object.entries(file.mcpServers ?? {})) {
    for (const key of ['timeout', 'alwaysAllow', 'autoApprove'] as const) {
      if (entry[key] === undefined) continue
      const message = `"${key}" is for the host that it was written for. Here the policy says what asks, and how long it waits.`
      tell(['mcpServers', name, key], message, 'remove it')
    }
  }
  return found
}

/** The first rule that fits decides: behind one that fits everything none is ever asked. */
function tellUnreachable(
  rules: readonly RuleEntry[],
  tell: (path: Path, message: string, suggestion: string) => void,
): void {
  const [last, ...after] = rules.slice(rules.findIndex(fitsEverything))
  if (last === undefined || !fitsEverything(last)) return
  for (const [index, rule] of after.entries()) {
    const message = `The rule "${rule.name}" is never reached: "${last.name}" before it fits every call.`
    tell(['rules', rules.length - after.length + index], message, 'put the rule that fits everything last')
  }
}

function fitsEverything({ match, when }: RuleEntry): boolean {
  return when === undefined && Object.values(match ?? {}).every((globs) => [globs ?? '*'].flat().includes('*'))
}

type Tell = (path: Path, message: string, suggestion: string) => void

/** What is said of chats where no chat is asked: neither a `serve` nor a `wrap` opens one then. */
function tellUnasked({ channels, rules = [], rationale }: ConfigFile, tell: Tell): void {
  const isSetUp = CHAT_PLATFORMS.some((platform) => channels?.[platform] !== undefined)
  if (channels?.unmatched !== undefined) {
    const message = 'Only a bot that stands behind createChannelGate hands texts to an agent: here this does nothing.'
    tell(['channels', 'unmatched'], message, 'remove it')
  } else if (channels !== undefined && !isSetUp) {
    tell(
      ['channels'],
      'No chat platform is set up here: this does nothing.',
      'see docs/channels: slack, feishu, dingtalk',
    )
  }
  const alerts = channels?.alerts ?? []
  if (alerts.length > 0 && typeof rationale !== 'object') {
    const message = 'Nobody is told of anything: callers without a rationale are told of while a grace period runs.'
    tell(['channels', 'alerts'], message, 'rationale: { grace_until: 2026-12-01 }')
  }
  if (isSetUp && (channels?.ask ?? []).length === 0 && alerts.length === 0) {
    tell(
      ['channels'],
      'No question is brought to a chat: "ask" names no place.',
      'ask: [{ to: [slack:group/C0123456] }]',
    )
  }
  for (const [index, { code }] of rules.entries()) {
    if (code === undefined || isSetUp) continue
    tell(['rules', index, 'code'], 'No channel is set up: nobody answers with a code in a chat.', 'remove it')
  }
  for (const [index, { rails }] of rules.entries()) {
    const at = rails?.indexOf('channel') ?? -1
    if (at < 0 || isSetUp) continue
    const others = rails?.filter((rail) => rail !== 'channel') ?? []
    const message =
      others.length === 0
        ? "No channel is set up: this can be approved by an approver's token only."
        : `No channel is set up: this is asked on ${others.join(', ')} only.`
    tell(['rules', index, 'rails', at], message, 'rails: [page]')
  }
}
