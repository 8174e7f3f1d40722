export declare const SHAPES: { readonly [name: string]: object }
