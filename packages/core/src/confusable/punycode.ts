/**
 * Reads what a label of a host's name stands for where it is written in ASCII (`xn--…`, RFC 3492). It never writes one.
 */
const BASE = 36
const FEWEST = 1
const MOST = 26
const LONGEST_LABEL = 63
const LARGEST = 0x10ffff

/** The label in its own letters; the label itself where it is plain; `null` where it stands for nothing. */
export function readLabel(label: string): string | null {
  if (!/^xn--/i.test(label)) return label
  const text = label.slice(4).toLowerCase()
  if (text === '' || label.length > LONGEST_LABEL || /[^a-z0-9-]/.test(text)) return null
  const hyphen = text.lastIndexOf('-')
  const points = hyphen > 0 ? Array.from(text.slice(0, hyphen), (letter) => letter.codePointAt(0) ?? 0) : []
  let at = hyphen >= 0 ? hyphen + 1 : 0
  let point = 128
  let position = 0
  let bias = 72
  for (let first = true; at < text.length; first = false) {
    const before = position
    let weight = 1
    for (let step = BASE; ; step += BASE) {
      const digit = digitAt(text, at++)
      if (digit === null) return null
      position += digit * weight
      const threshold = Math.min(MOST, Math.max(FEWEST, step - bias))
      if (digit < threshold) break
      weight *= BASE - threshold
      if (position > LARGEST * (LONGEST_LABEL + 1)) return null
    }
    const count = points.length + 1
    bias = adapted(position - before, count, first)
    point += Math.floor(position / count)
    position %= count
    if (point > LARGEST || (point >= 0xd800 && point <= 0xdfff)) return null
    points.splice(position++, 0, point)
  }
  return points.length === 0 ? null : String.fromCodePoint(...points)
}

function digitAt(text: string, index: number): number | null {
  const code = text.charCodeAt(index)
  if (code >= 97 && code <= 122) return code - 97
  return code >= 48 && code <= 57 ? code - 48 + 26 : null
}

function adapted(distance: number, count: number, first: boolean): number {
  let delta = Math.floor(distance / (first ? 700 : 2))
  delta += Math.floor(delta / count)
  let steps = 0
  for (; delta > ((BASE - FEWEST) * MOST) / 2; steps += BASE) delta = Math.floor(delta / (BASE - FEWEST))
  return steps + Math.floor(((BASE - FEWEST + 1) * delta) / (delta + 38))
}
