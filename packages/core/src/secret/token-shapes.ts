/**
 * Secrets that are known by how they are written: keys of public services, web tokens, card numbers. Each pattern begins
 * where no letter or digit stands before, and either takes everything that it looks at or gives up within a few
 * characters, so that no text makes it slow. It knows no names and no context.
 */
import type { SecretSpan } from './secret-span.ts'

/** A cut title shows the start of a key only, so little of it must do. */
const SHAPES: readonly string[] = [
  // GitHub
  'gh[opsru]_[A-Za-z0-9]{8,}',
  'github_pat_[A-Za-z0-9_]{8,}',
  // GitLab
  'gl(?:pat|ptt|dt|rt|cbt|soat|ft|imt|agent|oas|ffct)-[A-Za-z0-9_.=-]{8,}',
  // Slack
  'xox[a-z](?:\\.xox[a-z])?-[A-Za-z0-9-]{8,}',
  'xapp-[A-Za-z0-9-]{8,}',
  // AWS
  '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{12,}',
  // Stripe; `pk_` is made to be public
  '[rs]k_(?:live|test)_[A-Za-z0-9]{8,}',
  'whsec_[A-Za-z0-9+/=]{8,}',
  // OpenAI, Anthropic and those who write theirs alike
  'sk-(?:ant|proj|svcacct|admin|or)-[A-Za-z0-9_-]{8,}',
  'sk-(?=[A-Za-z_-]{0,40}[0-9])[A-Za-z0-9_-]{16,}',
  // Package registries
  'npm_[A-Za-z0-9]{12,}',
  'pypi-[A-Za-z0-9_-]{12,}',
  'dckr_pat_[A-Za-z0-9_-]{8,}',
  // Google
  'AIza[A-Za-z0-9_-]{12,}',
  'GOCSPX-[A-Za-z0-9_-]{8,}',
  'ya29\\.[A-Za-z0-9_.-]{8,}',
  // Others with an unmistakable start
  'hf_[A-Za-z0-9]{16,}',
  'glsa_[A-Za-z0-9_]{16,}',
  'dop_v1_[a-f0-9]{16,}',
  'shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{16,}',
  'SG\\.[A-Za-z0-9_-]{12,}\\.[A-Za-z0-9_.-]{8,}',
  'lin_(?:api|oauth)_[A-Za-z0-9]{12,}',
  '(?:secret|ntn)_[A-Za-z0-9]{32,}',
  'AGE-SECRET-KEY-1[A-Z0-9]{16,}',
]
const SHAPE = new RegExp(`(?<![A-Za-z0-9])(?:${SHAPES.join('|')})`, 'g')
/** A header in base64, which begins with `{"`, and at least a part behind it; a clipped one has lost it. */
const WEB_TOKEN = /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{6,}(?:\.[A-Za-z0-9_-]+){1,4}/g
const CLIPPED_WEB_TOKEN = /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{16,}(?=…)/g
const WEBHOOK = /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/)[A-Za-z0-9/]{16,}/g
const ACCOUNT_IN_ADDRESS = /(?<=:\/\/)[A-Za-z0-9_.=-]{20,200}(?=@)/g

export function shapedSecrets(text: string): readonly SecretSpan[] {
  return [
    ...matches(text, SHAPE),
    ...matches(text, WEB_TOKEN),
    ...(text.includes('…') ? matches(text, CLIPPED_WEB_TOKEN) : []),
    ...(text.includes('hooks.slack.com/') ? matches(text, WEBHOOK) : []),
    ...(text.includes('://') ? matches(text, ACCOUNT_IN_ADDRESS).filter((span) => /\d/.test(inside(text, span))) : []),
  ]
}

function matches(text: string, pattern: RegExp): readonly SecretSpan[] {
  return Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({ start: index, end: index + found.length }))
}

function inside(text: string, { start, end }: SecretSpan): string {
  return text.slice(start, end)
}
