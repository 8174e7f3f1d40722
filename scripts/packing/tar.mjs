// The little of the tar format that packages are made of: files, with long names in two fields.
const BLOCK = 512

/** @param {readonly { name: string, mode: number, bytes: Buffer }[]} files */
export function writeTar(files) {
  const blocks = files.flatMap(({ name, mode, bytes }) => [
    header(name, mode, bytes.length),
    bytes,
    Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK),
  ])
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)])
}

/** @returns {Map<string, Buffer>} by name */
export function readTar(bytes) {
  const files = new Map()
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0;) {
    const field = (from, length) => bytes.toString('utf8', at + from, at + from + length).replace(/\0[^]*$/, '')
    const size = parseInt(field(124, 12), 8)
    const prefix = field(345, 155)
    const name = prefix === '' ? field(0, 100) : `${prefix}/${field(0, 100)}`
    files.set(name, bytes.subarray(at + BLOCK, at + BLOCK + size))
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return files
}

function header(name, mode, size) {
  const [prefix, rest] = splitName(name)
  const block = Buffer.alloc(BLOCK)
  block.write(rest, 0)
  block.write(`${octal(mode & 0o777, 7)}\0`, 100)
  block.write(`${octal(0, 7)}\0${octal(0, 7)}\0`, 108)
  block.write(`${octal(size, 11)}\0${octal(0, 11)}\0`, 124)
  block.write(' '.repeat(8), 148)
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  block.write(prefix, 345)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${octal(sum, 6)}\0 `, 148)
  return block
}

function splitName(name) {
  if (Buffer.byteLength(name) <= 100) return ['', name]
  const at = name.indexOf('/', name.length - 101)
  if (at < 0 || at > 155) throw new Error(`${name} is too long a name for a tarball.`)
  return [name.slice(0, at), name.slice(at + 1)]
}

function octal(value, digits) {
  return value.toString(8).padStart(digits, '0')
}
