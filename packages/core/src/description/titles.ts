/**
 * A title in every language we have. It is stored whole, unlike our other sentences: it is made of an agent's words almost
 * entirely, so no template could be found in it again.
 */
export interface Titles {
  readonly en: string
  readonly zh: string
}
