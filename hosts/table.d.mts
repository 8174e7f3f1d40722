export declare function toTable(results: { readonly hosts: readonly object[] }): string
