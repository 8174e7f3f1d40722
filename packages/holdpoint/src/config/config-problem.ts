/** What is wrong with a configuration, where, and what to do about it. */
export interface ConfigProblem {
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly column: number
  readonly message: string
  readonly suggestion: string | null
}

/** `holdpoint.yaml:3:1: Unknown key "profil". (did you mean "profile"?)` */
export function formatConfigProblem(problem: ConfigProblem): string {
  const hint = problem.suggestion === null ? '' : ` (${problem.suggestion})`
  return `${problem.file}:${problem.line}:${problem.column}: ${problem.message}${hint}`
}
