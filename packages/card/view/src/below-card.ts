/**
 * What stands below the card: the way to the page, what to tell the agent. Light elements of ours, texts as text nodes.
 * A press that a script made does nothing.
 */
export type BelowItem =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'button'
      readonly id: string
      /** The hold that a press is about: for another one it is another button. */
      readonly about: string
      readonly text: string
      readonly press: () => void
    }
  | { readonly kind: 'text'; readonly id: string; readonly label: string; readonly text: string }

export interface BelowCard {
  show(items: readonly BelowItem[]): void
}

export function createBelowCard(place: HTMLElement): BelowCard {
  let shown = ''
  return {
    show(items) {
      // Unchanged elements keep their focus and their selection.
      const next = JSON.stringify(items)
      if (next === shown) return
      shown = next
      const hadFocus = place.contains(document.activeElement)
      place.replaceChildren(...items.flatMap(elementsOf))
      // What takes the place of a pressed button takes its focus too.
      if (hadFocus) place.querySelector<HTMLElement>('button, textarea')?.focus()
    },
  }
}

function elementsOf(item: BelowItem): readonly HTMLElement[] {
  switch (item.kind) {
    case 'nothing':
      return []
    case 'button': {
      const button = document.createElement('button')
      button.id = item.id
      button.textContent = item.text
      button.addEventListener('click', (event) => {
        if (event.isTrusted) item.press()
      })
      return [button]
    }
    case 'text': {
      const label = document.createElement('label')
      const area = document.createElement('textarea')
      label.textContent = item.label
      area.id = item.id
      area.rows = 4
      area.readOnly = true
      area.value = item.text
      area.addEventListener('focus', () => area.select())
      label.append(area)
      return [label]
    }
  }
}
