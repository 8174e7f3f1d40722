export { cardDocument } from './document.ts'
export type { CardFacts } from './document.ts'
