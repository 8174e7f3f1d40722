/** What a text says in Markdown, as data. There is no token for HTML: a tag is text. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'strong' | 'emphasis' | 'deleted'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly address: string; readonly parts: readonly Inline[] }
  | { readonly kind: 'image'; readonly address: string; readonly text: string }

export type Block =
  | { readonly kind: 'paragraph'; readonly parts: readonly Inline[] }
  | { readonly kind: 'heading'; readonly parts: readonly Inline[] }
  /** `label`: what stands beside the fence; may be empty. */
  | { readonly kind: 'code'; readonly label: string; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'list'; readonly start: number | null; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'table'; readonly head: TableRow; readonly rows: readonly TableRow[] }
  | { readonly kind: 'rule' }

export type TableRow = readonly (readonly Inline[])[]
