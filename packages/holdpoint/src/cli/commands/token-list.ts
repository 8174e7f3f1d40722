/** Lists tokens, without anything that helps to guess a secret. */
import { isInForce } from '@holdpoint/core'
import { findReadScope } from '../actor.ts'
import type { Command } from '../command.ts'
import type { TableCell } from '../../terminal/draw-table.ts'
import type { TokenSummary } from '../command-context.ts'
import { defineCommand, failed, found } from '../define-command.ts'
import { shortDuration } from '../duration.ts'
import { showInOneLine } from '../one-line.ts'
import { toTokenView } from '../token-view.ts'

export const tokenList: Command = defineCommand({
  name: 'token list',
  summary: 'tokens and whether they are still valid',
  usage: `holdpoint token list [--json]

  holdpoint token list
`,
  arguments: { values: [], flags: [], positionals: [] },
  answer: async (_read, context) => {
    const scope = await findReadScope(context)
    if (!scope.ok) return failed(scope.problem)
    const tokens = await context.tokens.list(scope.tenant)
    const now = await (await context.storage.open()).now()
    const columns = ['ID', 'NAME', 'PERSON', 'ROLE', 'TENANT', 'AGE', 'STATE'].map((title) => ({
      title,
      flexible: title === 'NAME' || title === 'PERSON' || title === 'TENANT',
    }))
    const rows = tokens.map((token): readonly TableCell[] => [
      { text: showInOneLine(token.id), tone: 'strong' },
      { text: showInOneLine(token.name), tone: 'plain' },
      { text: showInOneLine(token.person ?? ''), tone: 'plain' },
      { text: token.role, tone: 'plain' },
      { text: showInOneLine(token.tenant), tone: 'plain' },
      { text: shortDuration(now - token.createdAt), tone: 'plain' },
      stateOf(token, now),
    ])
    const text =
      tokens.length === 0
        ? `No tokens. Make one: ${context.program()} token create --role approver\n`
        : context.terminal.drawTable(columns, rows)
    return found({ tokens: tokens.map(toTokenView) }, text)
  },
})

function stateOf(token: TokenSummary, now: number): TableCell {
  const { expiresAt, revokedAt } = token
  if (!isInForce(token, now)) return { text: revokedAt === null ? 'expired' : 'revoked', tone: 'quiet' }
  return { text: expiresAt === null ? 'valid' : `valid for ${shortDuration(expiresAt - now)}`, tone: 'good' }
}
