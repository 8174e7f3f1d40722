/** Opens a dialog as soon as it is in the document. */
import type { DirectiveResult } from 'lit/directive.js'
import { ref } from 'lit/directives/ref.js'

function open(element: Element | undefined): void {
  if (!(element instanceof HTMLDialogElement) || element.open) return
  queueMicrotask(() => {
    if (element.isConnected && !element.open) element.showModal()
  })
}

export const modal: DirectiveResult = ref(open)
