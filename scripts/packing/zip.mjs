// A zip file of given files, the same bytes for the same files: times are left out.
import { crc32, deflateRawSync } from 'node:zlib'

const NO_TIME = Buffer.from([0, 0, 0x21, 0])
const UNIX = 3 << 8
const UTF8_NAMES = 0x800

/** @param {readonly { name: string, mode: number, bytes: Buffer }[]} files */
export function writeZip(files) {
  const parts = []
  const listed = []
  let at = 0
  for (const { name, mode, bytes } of files) {
    const title = Buffer.from(name)
    const packed = deflateRawSync(bytes, { level: 9 })
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(UTF8_NAMES, 2)
    common.writeUInt16LE(8, 4)
    NO_TIME.copy(common, 6)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(title.length, 22)
    parts.push(signature(0x04034b50), common, title, packed)
    const more = Buffer.alloc(14)
    more.writeUInt32LE(((mode & 0o777) | 0o100000) * 0x10000, 6)
    more.writeUInt32LE(at, 10)
    listed.push(signature(0x02014b50), uint16(20 | UNIX), common, more, title)
    at += 30 + title.length + packed.length
  }
  const list = Buffer.concat(listed)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, list, signature(0x06054b50), end])
}

function signature(value) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function uint16(value) {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
