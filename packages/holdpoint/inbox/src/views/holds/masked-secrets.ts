/**
 * `<masked-secrets>`: the secrets that are masked in the arguments of a call, each behind a button that shows it. One is
 * shown at a time, and news of another call hide it again. What a card shows stays masked.
 */
import { listSecrets } from '@holdpoint/core'
import type { ListedSecret, PreviewNode } from '@holdpoint/core'
import { fill } from '@holdpoint/card/presentation'
import { html, LitElement, nothing } from 'lit'
import type { PropertyDeclarations, PropertyValues, TemplateResult } from 'lit'
import { keepInOneLine } from '../../words/one-line.ts'
import type { Words } from '../../words/words.ts'

export class MaskedSecrets extends LitElement {
  static override readonly properties: PropertyDeclarations = {
    root: { attribute: false },
    words: { attribute: false },
    shown: { state: true },
  }

  declare root: PreviewNode
  declare words: Words
  declare private shown: number | null
  private secrets: readonly ListedSecret[] = []
  private said = ''

  constructor() {
    super()
    this.shown = null
  }

  protected override createRenderRoot(): HTMLElement {
    return this
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('root') && !changed.has('words')) return
    const before = this.secrets
    this.secrets = listSecrets(this.root, this.words.language)
    const isSame =
      before.length === this.secrets.length && before.every(({ text }, at) => text === this.secrets[at]?.text)
    if (isSame) return
    this.shown = null
    this.said = ''
  }

  override render(): TemplateResult | typeof nothing {
    const { secrets, words } = this
    if (secrets.length === 0) return nothing
    return html`<section class="panel part secrets" aria-labelledby="secrets-title">
      <h2 id="secrets-title">${words.maskedSecrets}</h2>
      <p class="quiet-text">${words.maskedSecretsHint}</p>
      <ul>
        ${secrets.map((secret, at) => this.drawSecret(secret, at))}
      </ul>
      <p class="quiet" role="status">${this.said}</p>
    </section>`
  }

  private drawSecret({ place, mask, text }: ListedSecret, at: number): TemplateResult {
    const { words } = this
    const isShown = this.shown === at
    const name = keepInOneLine(place === '' ? words.allArguments : place)
    return html`<li>
      <span class="key">${name}</span>
      <code class=${isShown ? 'shown-secret' : ''}>${isShown ? text : mask}</code>
      <button
        type="button"
        class="plain"
        aria-pressed=${isShown}
        aria-label=${fill(isShown ? words.maskSecretOf : words.showSecretOf, { place: name })}
        @click=${() => this.toggle(at, name)}
      >
        ${isShown ? words.maskSecret : words.showSecret}
      </button>
    </li>`
  }

  private toggle(at: number, name: string): void {
    this.shown = this.shown === at ? null : at
    this.said = fill(this.shown === null ? this.words.secretMasked : this.words.secretShown, { place: name })
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'masked-secrets': MaskedSecrets
  }
}
