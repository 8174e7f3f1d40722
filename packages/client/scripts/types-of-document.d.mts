export function typesOfDocument(document: {
  readonly paths: object
  readonly components: { readonly schemas: object }
}): string
