/** SHA-256 over the UTF-8 form of a text, in hex. Comes in as an argument: the core has no hashing of its own. */
export type Sha256 = (text: string) => string
