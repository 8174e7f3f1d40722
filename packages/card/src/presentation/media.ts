/**
 * Binary data of a result. What is drawn as an image is decided by its first bytes, never by the type a server claims:
 * only raster formats, since SVG can carry text that imitates anything.
 */
export interface Media {
  readonly source: string
  readonly type: string
  readonly bytes: number
}

const BASE64 = /^[A-Za-z0-9+/=\s]*$/
const AUDIO_TYPE = /^audio\/[\w.+-]{1,60}$/

export function readImage(data: unknown): Media | null {
  if (!isBase64(data)) return null
  const type = rasterType(firstBytes(data))
  return type === null ? null : { source: `data:${type};base64,${data}`, type, bytes: sizeOf(data) }
}

export function readAudio(data: unknown, type: unknown): Media | null {
  if (!isBase64(data) || typeof type !== 'string' || !AUDIO_TYPE.test(type)) return null
  return { source: `data:${type};base64,${data}`, type, bytes: sizeOf(data) }
}

/** Of text that came as bytes; `null`: it is none. */
export function readText(data: unknown): string | null {
  if (!isBase64(data)) return null
  try {
    const bytes = atob(data)
    // Letter by letter: what makes an array of a text takes ten times as long.
    const read = new Uint8Array(bytes.length)
    for (let at = 0; at < bytes.length; at++) read[at] = bytes.charCodeAt(at)
    return new TextDecoder('utf-8', { fatal: true }).decode(read)
  } catch {
    return null
  }
}

/** An icon comes as a whole `data:` URL. */
export function readDataImage(url: string): Media | null {
  const match = /^data:[^,]{0,100};base64,/.exec(url)
  return match === null ? null : readImage(url.slice(match[0].length))
}

export function sizeOf(data: unknown): number {
  return typeof data === 'string' ? Math.floor((data.replace(/[\s=]/g, '').length * 3) / 4) : 0
}

function isBase64(data: unknown): data is string {
  return typeof data === 'string' && data.length > 0 && BASE64.test(data)
}

function firstBytes(data: string): string {
  try {
    return atob(data.slice(0, 64).replace(/\s/g, '').slice(0, 32))
  } catch {
    return ''
  }
}

/** How files of a kind begin. */
const RASTER = {
  png: /^\x89PNG/,
  jpeg: /^\xff\xd8\xff/,
  gif: /^GIF8/,
  webp: /^RIFF....WEBP/s,
  avif: /^....ftypavi[fs]/s,
  bmp: /^BM/,
}

function rasterType(bytes: string): string | null {
  const found = Object.entries(RASTER).find(([, start]) => start.test(bytes))
  return found === undefined ? null : `image/${found[0]}`
}
