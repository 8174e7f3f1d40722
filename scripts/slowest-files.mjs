// A reporter for `npm test`: at the end it says which ten files took longest, so that a slow suite shows where it is
// slow.
const SHOWN = 10

export function slowestFiles(modules) {
  const took = modules.map((module) => {
    const { setupDuration, collectDuration, duration } = module.diagnostic()
    return { file: module.relativeModuleId, seconds: (setupDuration + collectDuration + duration) / 1000 }
  })
  const slowest = took.toSorted((one, other) => other.seconds - one.seconds).slice(0, SHOWN)
  const lines = slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(9)} s  ${file}`)
  return `\n The slowest ${String(lines.length)} of ${String(took.length)} files\n\n${lines.join('\n')}\n\n`
}

// oxlint-disable-next-line import/no-default-export -- Vitest looks for a reporter there
export default class SlowestFiles {
  onTestRunEnd(modules) {
    process.stdout.write(slowestFiles(modules))
  }
}
