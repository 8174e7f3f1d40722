/** A call as people are told it, with its secrets masked: what every surface draws, unless it masked the preview before. */
import { describeCall } from '../preview/call-description.ts'
import type { CallDescription } from '../preview/call-description.ts'
import type { Preview } from '../preview/preview.ts'
import { maskPreview } from './mask-preview.ts'

/** `locale`: of the reader. */
export function describeMasked(preview: Preview, locale: string = 'en'): CallDescription {
  return describeCall(maskPreview(preview, { locale }))
}
