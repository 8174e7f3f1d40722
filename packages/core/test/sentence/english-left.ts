/**
 * Finds words of ours that were left in English: two or more in a row are a phrase, and no value of these tests is one.
 */
const PHRASE = /[A-Za-z]+(?:'s)?(?: [a-z][A-Za-z]*){1,}/g

/** `values`: names and texts of others, which stay as they are. */
export function englishIn(text: string, values: readonly string[] = []): readonly string[] {
  const ours = values.reduce((left, value) => left.replaceAll(value, '…'), text)
  return ours.match(PHRASE) ?? []
}
