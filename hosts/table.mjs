/** The results of `npm run hosts` as a Markdown table: docs/rails.md carries exactly this. */
export const COLUMNS = [
  ['reads', 'Reads pass'],
  ['held', 'Delete held'],
  ['told', 'Model told rightly'],
  ['waiting', 'Approved while it waits'],
  ['reissued', 'Approved later, called again'],
  ['once', 'Runs once'],
  ['reason', 'Reason of a no'],
  ['headless', 'Form without a person'],
]

export function toTable({ hosts }) {
  const header = ['Host', ...COLUMNS.map(([, title]) => title)]
  const rows = hosts.map((host) => {
    const name = host.version === null ? host.name : `${host.name} ${host.version}`
    if (host.notRun !== undefined) return [name, `not run here: ${host.notRun}`, ...COLUMNS.slice(1).map(() => '')]
    return [name, ...COLUMNS.map(([key]) => inWords(host[key]))]
  })
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function inWords(value) {
  if (value === true) return 'yes'
  if (value === false) return 'no'
  return value ?? ''
}
