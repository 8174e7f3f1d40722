/**
 * What stands under the card: the way to the page, what to tell the agent. Light elements of ours, texts as text nodes; a
 * press that no person made does nothing.
 */
export type Aside =
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

export interface AsidePlace {
  show(asides: readonly Aside[]): void
}

export function createAside(place: HTMLElement): AsidePlace {
  let shown = ''
  return {
    show(asides) {
      // What is in use, with its focus or its selection, stays as it is.
      const next = JSON.stringify(asides)
      if (next === shown) return
      shown = next
      const hadFocus = place.contains(document.activeElement)
      place.replaceChildren(...asides.flatMap(elementsOf))
      // What takes the place of a pressed button takes its focus too.
      if (hadFocus) place.querySelector<HTMLElement>('button, textarea')?.focus()
    },
  }
}

function elementsOf(aside: Aside): readonly HTMLElement[] {
  switch (aside.kind) {
    case 'nothing':
      return []
    case 'button': {
      const button = document.createElement('button')
      button.id = aside.id
      button.textContent = aside.text
      button.addEventListener('click', (event) => {
        if (event.isTrusted) aside.press()
      })
      return [button]
    }
    case 'text': {
      const label = document.createElement('label')
      const area = document.createElement('textarea')
      label.textContent = aside.label
      area.id = aside.id
      area.rows = 4
      area.readOnly = true
      area.value = aside.text
      area.addEventListener('focus', () => area.select())
      label.append(area)
      return [label]
    }
  }
}
