/** The inbox's files, for the composition root to serve. */
export { pageFile } from './page-file.ts'
export type { ServedFile } from './page-file.ts'
