/**
 * How one text becomes another, by lines: runs of kept, removed and added ones, in the order they are read. It computes no
 * more than a reader gains from it: texts that hardly share a line are shown as one taken out and one put in.
 */
export interface DifferenceRun {
  readonly kind: 'kept' | 'removed' | 'added'
  readonly lines: readonly string[]
  /** Kept, and no part of the call. */
  readonly around?: boolean
}

/** Steps of the search; its memory grows with their square. */
const MOST_STEPS = 600

/** Joined by `\n`, the kept and removed lines are `before`, the kept and added ones `after`. */
export function lineDifference(before: string, after: string): readonly DifferenceRun[] {
  const [one, other] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < one.length && start < other.length && one[start] === other[start]) start++
  let end = 0
  while (end < one.length - start && end < other.length - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const runs: Mutable[] = []
  push(runs, 'kept', one.slice(0, start))
  const [oneMiddle, otherMiddle] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  const steps = findSteps(oneMiddle, otherMiddle)
  if (steps === null) {
    push(runs, 'removed', oneMiddle)
    push(runs, 'added', otherMiddle)
  } else {
    addSteps(runs, steps, oneMiddle, otherMiddle)
  }
  push(runs, 'kept', one.slice(one.length - end))
  return runs
}

interface Mutable {
  readonly kind: DifferenceRun['kind']
  readonly lines: string[]
}

function push(runs: Mutable[], kind: DifferenceRun['kind'], lines: readonly string[]): void {
  if (lines.length === 0) return
  const last = runs.at(-1)
  if (last?.kind === kind) last.lines.push(...lines)
  else runs.push({ kind, lines: [...lines] })
}

/** How far each diagonal came, step by step (E. Myers, "An O(ND) Difference Algorithm", 1986); `null`: too different. */
function findSteps(one: readonly string[], other: readonly string[]): readonly Int32Array[] | null {
  const most = Math.min(one.length + other.length, MOST_STEPS)
  const steps: Int32Array[] = []
  const reached = new Int32Array(2 * most + 3)
  const middle = most + 1
  for (let step = 0; step <= most; step++) {
    steps.push(reached.slice(middle - step - 1, middle + step + 2))
    for (let diagonal = -step; diagonal <= step; diagonal += 2) {
      const left = reached[middle + diagonal - 1] ?? 0
      const right = reached[middle + diagonal + 1] ?? 0
      let x = diagonal === -step || (diagonal !== step && left < right) ? right : left + 1
      while (x < one.length && x - diagonal < other.length && one[x] === other[x - diagonal]) x++
      reached[middle + diagonal] = x
      if (x >= one.length && x - diagonal >= other.length) return steps
    }
  }
  return null
}

/** Walks back from the end. */
function addSteps(
  runs: Mutable[],
  steps: readonly Int32Array[],
  one: readonly string[],
  other: readonly string[],
): void {
  const found: Mutable[] = []
  const add = (kind: DifferenceRun['kind'], line: string | undefined): void => {
    const last = found.at(-1)
    if (last?.kind === kind) last.lines.push(line ?? '')
    else found.push({ kind, lines: [line ?? ''] })
  }
  let [x, y] = [one.length, other.length]
  for (let step = steps.length - 1; step >= 0; step--) {
    const reached = steps[step] ?? new Int32Array()
    const diagonal = x - y
    const at = (place: number): number => reached[place + step + 1] ?? 0
    const down = diagonal === -step || (diagonal !== step && at(diagonal - 1) < at(diagonal + 1))
    const previous = down ? diagonal + 1 : diagonal - 1
    const fromX = step === 0 ? 0 : at(previous)
    const fromY = step === 0 ? 0 : fromX - previous
    while (x > fromX && y > fromY) {
      add('kept', one[--x])
      y--
    }
    if (step === 0) break
    if (down) add('added', other[--y])
    else add('removed', one[--x])
  }
  for (const { kind, lines } of readable(found.toReversed())) push(runs, kind, lines.toReversed())
}

/** Between two kept runs, what is taken out stands before what is put in. */
function readable(runs: readonly Mutable[]): readonly Mutable[] {
  const ordered: Mutable[] = []
  let group: Mutable[] = []
  const flush = (): void => {
    for (const kind of ['removed', 'added'] as const) {
      const lines = group
        .filter((run) => run.kind === kind)
        .toReversed()
        .flatMap((run) => run.lines)
      if (lines.length > 0) ordered.push({ kind, lines })
    }
    group = []
  }
  for (const run of runs) {
    if (run.kind === 'kept') {
      flush()
      ordered.push(run)
    } else group.push(run)
  }
  flush()
  return ordered
}
