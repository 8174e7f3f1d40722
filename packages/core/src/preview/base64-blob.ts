/**
 * Tells an argument that only carries binary data in base64, which no person can judge by reading, from ordinary text.
 * It decodes to look, never to show.
 */
const SHORTEST_BLOB = 256
const DATA_URL = /^data:[^,]{0,200};base64,/

/** The size of the data in bytes, or `null` where the text is no base64 or decodes to readable text. */
export function measureBlob(text: string): number | null {
  if (text.length < SHORTEST_BLOB) return null
  const bytes = decodeBase64(text, text.startsWith('data:') ? (DATA_URL.exec(text)?.[0].length ?? 0) : 0)
  return bytes === null || isReadable(bytes) ? null : bytes.length
}

/** Both alphabets, padding and line breaks are accepted; anything else is not base64. */
function decodeBase64(text: string, from: number): Uint8Array | null {
  const bytes = new Uint8Array(Math.ceil(((text.length - from) * 3) / 4))
  let length = 0
  let bits = 0
  let bitCount = 0
  let digits = 0
  let padding = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x0a || code === 0x0d) continue
    if (code === 0x3d) {
      padding++
      continue
    }
    const digit = base64Digit(code)
    if (digit < 0 || padding > 0) return null
    digits++
    bits = ((bits << 6) | digit) & 0xffff
    bitCount += 6
    if (bitCount >= 8) {
      bitCount -= 8
      bytes[length++] = (bits >> bitCount) & 0xff
    }
  }
  const complete = digits % 4 !== 1 && (padding === 0 || (digits + padding) % 4 === 0) && padding <= 2
  return complete ? bytes.subarray(0, length) : null
}

function base64Digit(code: number): number {
  if (code >= 0x41 && code <= 0x5a) return code - 0x41
  if (code >= 0x61 && code <= 0x7a) return code - 0x47
  if (code >= 0x30 && code <= 0x39) return code + 4
  if (code === 0x2b || code === 0x2d) return 62
  return code === 0x2f || code === 0x5f ? 63 : -1
}

/** UTF-8 without control characters other than tab and line breaks. */
function isReadable(bytes: Uint8Array): boolean {
  let continuations = 0
  for (const byte of bytes) {
    if (continuations > 0) {
      if (byte >> 6 !== 0b10) return false
      continuations--
    } else if (byte < 0x80) {
      if ((byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) || byte === 0x7f) return false
    } else if (byte >= 0xc2 && byte <= 0xdf) {
      continuations = 1
    } else if (byte >> 4 === 0b1110) {
      continuations = 2
    } else if (byte >= 0xf0 && byte <= 0xf4) {
      continuations = 3
    } else {
      return false
    }
  }
  return continuations === 0
}
