/**
 * The places in a template where values stand: `{name}` for any text, `{name=group}` for a sentence of that group, and
 * `{=group}` where it is called like its group.
 */
const SLOT = /\{(\w*)(?:=(\w+))?\}/g

export interface Slot {
  readonly name: string
  /** `null`: any text, never looked at. */
  readonly group: string | null
}

/** A template taken apart: one fixed piece more than there are slots. */
export interface Template {
  readonly fixed: readonly string[]
  readonly slots: readonly Slot[]
}

export type SlotValues = { readonly [name: string]: string | number }

export function readTemplate(template: string): Template {
  const slots = [...template.matchAll(SLOT)].map(([, name = '', group]) => ({
    name: name === '' ? (group ?? '') : name,
    group: group ?? null,
  }))
  const [first = '', ...others] = template.split(SLOT)
  // Each slot leaves its two groups and what follows it.
  return { fixed: [first, ...others.filter((_part, index) => index % 3 === 2)], slots }
}

/** What is filled in is never searched for slots again. */
export function fillTemplate({ fixed, slots }: Template, values: SlotValues): string {
  let text = fixed[0] ?? ''
  for (const [index, { name }] of slots.entries()) text += `${values[name] ?? ''}${fixed[index + 1] ?? ''}`
  return text
}
