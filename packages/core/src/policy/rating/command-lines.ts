/**
 * What a line for a shell does, where an argument is named for one. Programs that change something are without number,
 * so it is the ones that only read that are listed; every other line of several words, and whatever writes to a file or
 * runs a line inside a line, is high. A single word is left to the verbs: `command: "status"` is a word of the tool's
 * own.
 */
import { PLAIN_READ_VERBS } from './verb-lists.ts'
import type { VerbFinding } from './verbs.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/**
 * Of a shell, without those that an option or a second name makes write or run something; and the commands of a
 * key-value store that only read.
 */
const READING = words(`
  ls ll dir cat head tail grep egrep fgrep zgrep rg ag find locate pwd echo printf whoami id uname date uptime
  df du free ps printenv which whereis stat wc cut tr diff cmp comm md5sum sha1sum sha256sum cksum basename
  dirname realpath readlink tree jq od hexdump strings nl column info help ping dig nslookup host traceroute
  netstat lsof lscpu lsblk lsusb lspci vmstat iostat last w who groups
  mget hget hgetall hmget hkeys hvals hlen exists keys scan sscan hscan zscan lrange llen lindex smembers scard sismember zrange
  zscore zcard zrank type ttl pttl dbsize strlen getrange xrange xlen status version
`)

/** Programs of many commands, and those of them that only read. */
const READING_COMMANDS: { readonly [program: string]: ReadonlySet<string> } = {
  git: words('status log diff show ls-files ls-tree blame rev-parse describe shortlog grep cat-file rev-list'),
  kubectl: words('get describe logs top explain version api-resources cluster-info'),
  docker: words('ps images logs inspect stats version info top'),
  npm: words('ls list view outdated'),
  helm: words('list status get history'),
  terraform: words('plan show output validate version'),
  systemctl: words('status list-units is-active show'),
}

/** Options by which a reading program writes or runs something. */
const WRITING_OPTION =
  /(?:^|\s)(?:-(?:delete|exec|execdir|ok|okdir|fprint0?|fprintf|fls)|--output(?:=\S+)?|-out\S*|--pre\S*|-O\S*|--open-files-in-pager\S*|--raw\S*|-o|--set|-s\s+\S*[:/-]\S*)(?=\s|$)/
const HARMLESS_REDIRECTION = /\d?>>?\s*(?:&\d|\/dev\/null)/g
const BETWEEN_COMMANDS = /\|\|?|&&?|[;\r\n]/

export function deedOfCommand(line: string): VerbFinding | null {
  const text = line.replace(HARMLESS_REDIRECTION, ' ').trim()
  if (/[<>`]|\$\(/.test(text)) return high('command')
  const commands = text.split(BETWEEN_COMMANDS).map((command) => command.trim())
  for (const command of commands) {
    const [program = '', next = ''] = command.split(/\s+/)
    const isAlone = next === '' && commands.length === 1
    if (command === '' || (isAlone && !/[/\\]/.test(program))) continue
    if (!reads(program.toLowerCase(), next) || WRITING_OPTION.test(command))
      return high(program.toLowerCase().slice(0, 40))
  }
  return null
}

function reads(program: string, next: string): boolean {
  if (Object.hasOwn(READING_COMMANDS, program)) return READING_COMMANDS[program]?.has(next) === true
  return READING.has(program) || PLAIN_READ_VERBS.has(program)
}

function high(verb: string): VerbFinding {
  return { verb, risk: 'high', kind: 'high' }
}
