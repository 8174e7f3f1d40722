export { cardDocument } from './document.ts'
export type { CardToolNames } from './document.ts'
