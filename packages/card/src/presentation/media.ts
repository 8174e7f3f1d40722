/**
 * Binary data of a result. What is drawn as an image is told by its first bytes, never by the type a server claims: only
 * raster formats, since SVG can carry text that imitates anything.
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

function rasterType(bytes: string): string | null {
  if (bytes.startsWith('\x89PNG')) return 'image/png'
  if (bytes.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (bytes.startsWith('GIF8')) return 'image/gif'
  if (bytes.startsWith('RIFF') && bytes.slice(8, 12) === 'WEBP') return 'image/webp'
  if (/^....ftypavi[fs]/s.test(bytes)) return 'image/avif'
  return bytes.startsWith('BM') ? 'image/bmp' : null
}
