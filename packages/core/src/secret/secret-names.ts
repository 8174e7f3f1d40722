/**
 * Names whose value is a secret: `password`, `apiKey`, `GITHUB_TOKEN`, `client-secret`, `Authorization`. Names that only
 * sound so are none: what a page token or a sort key says has to be read.
 */
const LONGEST_NAME = 128
const ALWAYS =
  /(?:^|[_.-]|\b)(?:password|passwd|passphrase|pwd|passcode|secret|secrets|credentials?|token|authorization|(?:api|access|secret|private|auth|encryption|signing|master|account|service|webhook|license|ssh|bot|app|shared)[_.-]?key|apikey|x-api-key|set-cookie|cookie|connection[_.-]?string|security[_.-]?code|cvv|cvc)s?$/i
const ENVIRONMENT = /^(?:[A-Z0-9]+_)+(?:KEY|KEYS|PASS|PW|PAT|SIGNATURE)$/
const OTHER_KEY = /[_.-]key$/i
const KEY_OF_DATA =
  /(?:^|[_.-])(?:issue|project|primary|foreign|sort|partition|hash|range|public|idempotency|object|cache|row|index|group|parent|entity|unique|composite|map|dict|property|config|field|column|record|item|storage|translation|i18n|locale|language|shortcut|hot|function|arrow|modifier|ticket|epic|board|space|page|label|tag|event|routing|message|dedup|dedupe|deduplication|lookup|join|natural|surrogate|order|file|bucket|s3|registry|host|known|team|user|workflow|document|metadata|context|state|store|query|route|react|press|home|any|answer|or)[_.-]key$/i
const OTHER_TOKEN =
  /(?:^|[_.-])(?:page|next|next[_.-]page|continuation|sync|delta|cursor|stop|start|end|pad|unk|mask|max|eos|bos|prompt|completion|total|input|output|used|num|thinking|budget)[_.-]tokens?$/i

export function isSecretName(name: string): boolean {
  if (name.length > LONGEST_NAME) return false
  // Camel case apart: `accessToken` is `access_Token`.
  const apart = name.trim().replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
  if (OTHER_TOKEN.test(apart)) return false
  if (ALWAYS.test(apart) || ENVIRONMENT.test(name)) return !KEY_OF_DATA.test(apart)
  return OTHER_KEY.test(apart) && !KEY_OF_DATA.test(apart)
}

export const NAMES_IN_PAIRS: RegExp = /^(?:name|key|variable|header|env)$/i

/** Whether members such as `{name: "API_KEY", value: "…"}` say that their `value` is a secret. */
export function namesASecret(members: readonly { readonly key: string; readonly text: string | null }[]): boolean {
  return members.some(({ key, text }) => text !== null && NAMES_IN_PAIRS.test(key) && isSecretName(text))
}
