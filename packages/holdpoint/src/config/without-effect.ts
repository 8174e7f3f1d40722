/**
 * Settings that a file may name and that do nothing, or not what they say: what is not built yet, and what another
 * setting keeps from ever counting. Each is reported with its place, at the start and by `policy check`: its author
 * relies on it. A store that is not there is no matter of this file; without one nothing starts.
 */
import { CHAT_PLATFORMS, isOfChat } from '@holdpoint/core'
import type { PolicyProblem } from '@holdpoint/core/policy'
import type { ConfigFile, RouteEntry, RuleEntry } from './config-file.ts'

type Path = PolicyProblem['path']
type Tell = (path: Path, message: string, suggestion: string) => void

export function settingsWithoutEffect(file: ConfigFile): readonly PolicyProblem[] {
  const found: PolicyProblem[] = []
  const tell: Tell = (path, message, suggestion) => {
    found.push({ path, message, suggestion })
  }
  tellUnasked(file, tell)
  tellUnreadable(file, tell)
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
function tellUnreachable(rules: readonly RuleEntry[], tell: Tell): void {
  const [last, ...after] = rules.slice(rules.findIndex(fitsEverything))
  if (last === undefined || !fitsEverything(last)) return
  for (const [index, rule] of after.entries()) {
    const message = `The rule "${rule.name}" is never reached: "${last.name}" before it fits every call.`
    tell(['rules', rules.length - after.length + index], message, 'put the rule that fits everything last')
  }
}

/** Of routes, likewise. */
function tellUnreachableRoutes(routes: readonly RouteEntry[], tell: Tell): void {
  const all = routes.findIndex(fitsEverything)
  if (all < 0) return
  for (let index = all + 1; index < routes.length; index++) {
    const message = `No call is asked about here: the route ${all + 1} before it fits every call.`
    tell(['channels', 'ask', index], message, 'put the route that fits everything last')
  }
}

function fitsEverything({ match, when }: Pick<RuleEntry, 'when'> & { readonly match?: object | undefined }): boolean {
  return when === undefined && Object.values(match ?? {}).every((globs) => [globs ?? '*'].flat().includes('*'))
}

/** What is asked in a chat, and cannot be read or answered there as its author means it. */
function tellUnreadable({ channels, public_url: page }: ConfigFile, tell: Tell): void {
  const isSetUp = CHAT_PLATFORMS.some((platform) => channels?.[platform] !== undefined)
  if (channels === undefined || !isSetUp) return
  tellUnreachableRoutes(channels.ask ?? [], tell)
  const { dingtalk } = channels
  if (dingtalk?.robot_messages === 'http' && dingtalk.card_template === undefined) {
    const message =
      'Nobody can answer in DingTalk: there are no buttons without a card, and what is written there comes unsigned.'
    tell(['channels', 'dingtalk', 'robot_messages'], message, 'robot_messages: stream, or a card_template')
  }
  const suggestion = 'public_url: https://holdpoint.example.com'
  if (page !== undefined && isOfThisMachine(page)) {
    const message = 'Links in chats lead to the device of their reader: this address is that of this machine alone.'
    tell(['public_url'], message, suggestion)
  } else if (page === undefined && (channels.ask ?? []).length > 0) {
    const message =
      'Questions in chats have no link: what is too long for a chat can be approved on this machine alone.'
    tell(['channels', 'ask'], message, suggestion)
  }
}

function isOfThisMachine(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { hostname } = new URL(address)
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname)
}

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
