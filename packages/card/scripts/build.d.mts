/** Answers the path of the bundle. */
export declare function buildCard(options?: {
  readonly entry?: string
  readonly outfile?: string
  readonly format?: 'esm' | 'iife'
}): Promise<string>
