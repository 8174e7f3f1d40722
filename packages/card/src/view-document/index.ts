export { cardDocument, cardWords } from './document.ts'
export type { CardFacts } from './document.ts'
