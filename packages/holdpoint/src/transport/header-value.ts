/** Header values of the stateless era: plain where HTTP can carry the text, else base64 in a marked form. */
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/
const ENCODED = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/

export function encodeHeaderValue(text: string): string {
  if (PLAIN.test(text) && !ENCODED.test(text)) return text
  return `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`
}

export function decodeHeaderValue(value: string): string {
  const encoded = ENCODED.exec(value)?.[1]
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8')
}
