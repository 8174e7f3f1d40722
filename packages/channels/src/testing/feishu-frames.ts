/**
 * The frames of Feishu's long connection, protocol buffers of one message type:
 * `Frame { SeqID = 1, LogID = 2, service = 3, method = 4, headers = 5 { key = 1, value = 2 }, payload = 8 }`.
 * Fields that the fake does not use are skipped.
 */
export interface FeishuFrame {
  readonly service: number
  readonly method: 'control' | 'data'
  readonly headers: { readonly [key: string]: string }
  readonly payload: string
}

const METHODS = ['control', 'data'] as const

export function encodeFrame({ service, method, headers, payload }: FeishuFrame): Buffer {
  return Buffer.concat([
    number(1, 1),
    number(2, 1),
    number(3, service),
    number(4, METHODS.indexOf(method)),
    ...Object.entries(headers).map(([key, value]) =>
      bytes(5, Buffer.concat([bytes(1, Buffer.from(key)), bytes(2, Buffer.from(value))])),
    ),
    bytes(8, Buffer.from(payload)),
  ])
}

export function decodeFrame(frame: Buffer): FeishuFrame {
  const headers: { [key: string]: string } = {}
  let service = 0
  let method: FeishuFrame['method'] = 'control'
  let payload = ''
  for (const [field, value] of fieldsOf(frame)) {
    if (field === 3) service = Number(value)
    if (field === 4) method = METHODS[Number(value)] ?? 'control'
    if (field === 8) payload = value.toString()
    if (field === 5 && Buffer.isBuffer(value)) {
      const pair = new Map(fieldsOf(value))
      headers[String(pair.get(1))] = String(pair.get(2))
    }
  }
  return { service, method, headers, payload }
}

function number(field: number, value: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(value)])
}

function bytes(field: number, value: Buffer): Buffer {
  return Buffer.concat([varint((field << 3) | 2), varint(value.length), value])
}

function varint(value: number): Buffer {
  const out: number[] = []
  let left = value
  while (left > 127) {
    out.push((left % 128) + 128)
    left = Math.floor(left / 128)
  }
  return Buffer.from([...out, left])
}

function fieldsOf(message: Buffer): readonly (readonly [number, number | Buffer])[] {
  const fields: (readonly [number, number | Buffer])[] = []
  let at = 0
  const next = (): number => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++] ?? 0
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const tag = next()
    const field = Math.floor(tag / 8)
    if (tag % 8 === 0) {
      fields.push([field, next()])
      continue
    }
    const length = next()
    fields.push([field, message.subarray(at, at + length)])
    at += length
  }
  return fields
}
