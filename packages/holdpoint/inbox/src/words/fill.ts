/** Puts values into a sentence of the table: `{name}` stands for one. Each place is filled once, so a value is never read as one. */
export function fill(text: string, values: { readonly [name: string]: string | number }): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : place,
  )
}
