export declare function buildShowcase(options?: { readonly card?: string; readonly outfile?: string }): Promise<string>
