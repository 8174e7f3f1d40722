/** Answers the path of the bundle. */
export declare function buildCard(options?: {
  readonly entry?: string
  readonly outfile?: string
  /** Other modules in the place of those the card imports. */
  readonly alias?: { readonly [name: string]: string }
}): Promise<string>
