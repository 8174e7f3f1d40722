/** The inbox's files, for the server of the page. */
export { pageFile } from './page-file.ts'
export type { ServedFile } from './page-file.ts'
