/**
 * The hosts, addresses and parts of paths that a text names. By its letters alone: what stands in an address, before or
 * after an `@`, or is nothing but a host's name. Free text is no name, whatever scripts it mixes.
 */
export interface NamesInText {
  /** As they are written. */
  readonly hosts: readonly string[]
  readonly addresses: readonly string[]
  readonly segments: readonly string[]
}

export const NO_NAMES: NamesInText = { hosts: [], addresses: [], segments: [] }

const LONGEST_TEXT = 256 * 1024
const LONGEST_BARE_HOST = 320
const BEYOND_ASCII = /[^\0-\x7f]/
/** Without any mark of a name, or a path in ASCII. */
const NAMELESS = /^(?:[^@.:\u0080-\uffff]*|[/\\~][^@:\u0080-\uffff]*)$/
/** Longer ones are documents; what looks like a path in them is a part of their words. */
const LONGEST_COMMAND = 2048
const URL_HOST = /[a-z][a-z0-9+.-]{1,31}:[/\\]{2,}([^\s/\\?#"'<>`]{1,320})/giu
const ADDRESS =
  /([\p{L}\p{N}\p{M}._%+'~!$&*=-]{1,64})@([\p{L}\p{N}\p{M}\u2010-\u2015\u2212-]{1,63}(?:[.。．｡][\p{L}\p{N}\p{M}\u2010-\u2015\u2212-]{1,63})*)/gu
const AFTER_AT = /(?:^|[\s"'(<,;:])@([\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+)/gu
const BARE_HOST =
  /^\.?[\p{L}\p{N}\p{M}\u2010-\u2015\u2212-]{1,63}(?:[.。．｡][\p{L}\p{N}\p{M}\u2010-\u2015\u2212-]{1,63})+\.?(?::\d{1,5})?(?:\/\S*)?$/u
const ENDS_LIKE_A_HOST = /[.。．｡](?:\p{L}{2,24}|xn--[a-z0-9-]+)\.?$/iu
/** Ends of files that are, or may become, ends of hosts' names. */
const FILE =
  /\.(?:md|ts|js|mjs|cjs|py|rs|sh|pl|rb|go|cs|json|yaml|yml|toml|txt|csv|html?|css|xml|pdf|docx?|xlsx?|png|jpe?g|gif|svg|zip|tar|gz|log|sql|java|kt|swift|ps|app|mov|mp[34]|bak|tmp|lock|db|conf|ini|env)$/i
const PATH_TOKEN = /^(?:~|\.{1,2}|[a-z]:)?[^\s[\](){}*+^|?<>"'`]*[/\\][^\s[\](){}*+^|?<>"'`]*$/iu
const FILE_TOKEN = /^[\p{L}\p{N}\p{M}_-]{1,128}\.\w{1,8}$/u
/** The last word of an argument's name, which may say of its parts what they are: `user_id`, `projectName`. */
const TELLING_KEY = new RegExp(
  `(?:^|_)(?:${[
    'to|cc|bcc|from|recipient|user|account|owner|member|assignee|reviewer|author|contact|customer|payee|beneficiary',
    'email|mail|phone|login|iban|wallet|role|group|team|org|organi[sz]ation|tenant|workspace|space|project|site|channel',
    'repo|repository|branch|remote|registry|package|module|image|host|domain|server|service|machine|device|instance|node',
    'cluster|namespace|env|environment|stage|target|destination|dest|source|src|file|path|folder|dir|directory|drive',
    'vault|bucket|table|database|db|schema|dataset|collection|index|queue|topic',
  ].join('|')})s?(?:_?(?:name|id|key|slug))?s?$`,
  'i',
)

/**
 * A quick look: letters beyond ASCII, an address, an account, or a word with a dot in it that does not begin like a
 * path.
 */
export function mayHoldNames(text: string): boolean {
  if (NAMELESS.test(text)) return false
  if (BEYOND_ASCII.test(text) || text.includes('@') || text.includes(':/') || text.includes(':\\')) return true
  return text.includes('.') && text.length <= LONGEST_BARE_HOST && !/^[/\\~]|\s/.test(text)
}

/** `key`: the argument that holds the text, where it is a whole one. */
export function namesInText(text: string, key: string | null): NamesInText {
  if (text.length > LONGEST_TEXT || text.length < 2 || !mayHoldNames(text)) return NO_NAMES
  const beyondAscii = BEYOND_ASCII.test(text)
  const hosts = new Set<string>()
  const addresses = new Set<string>()
  for (const [, authority = ''] of text.matchAll(URL_HOST)) hosts.add(hostOf(authority))
  if (text.includes('@')) {
    for (const [address, , host = ''] of text.matchAll(ADDRESS)) {
      addresses.add(address)
      hosts.add(host)
    }
    for (const [, host = ''] of text.matchAll(AFTER_AT)) hosts.add(host)
  }
  const bare = text.length <= LONGEST_BARE_HOST && BARE_HOST.test(text) ? hostOf(text.replace(/\/.*$/u, '')) : ''
  if (bare !== '' && ENDS_LIKE_A_HOST.test(bare) && !FILE.test(bare)) hosts.add(bare)
  hosts.delete('')
  return { hosts: [...hosts], addresses: [...addresses], segments: beyondAscii ? segmentsOf(text, key) : [] }
}

/** Without the account before it and the port after it. */
function hostOf(authority: string): string {
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '')
  if (host.startsWith('[')) return ''
  try {
    return decodeURIComponent(host)
  } catch {
    return host
  }
}

function segmentsOf(text: string, key: string | null): readonly string[] {
  if (text.length > LONGEST_COMMAND) return []
  if (key !== null && TELLING_KEY.test(key.replace(/([a-z0-9])(?=[A-Z])/g, '$1_')) && !/[\r\n@]|:\/\//.test(text))
    return text.split(/[/\\]/)
  return text
    .split(/\s+/)
    .filter((token) => PATH_TOKEN.test(token) || FILE_TOKEN.test(token))
    .flatMap((token) => token.split(/[/\\]/))
}
