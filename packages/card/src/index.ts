/** `<tool-card>`: importing this module defines the element and brings the presets into the document. */
import { adoptPresets } from './style/preset-style.ts'

export { RUNNING_SHOWN_MS, ToolCard } from './tool-card.ts'
export type {
  HoldVerdictDetail,
  ToolCardEventMap,
  ToolCopyDetail,
  ToolOpenDetail,
  ToolRetryDetail,
} from './card-events.ts'
export type {
  Invocation,
  InvocationContent,
  InvocationError,
  InvocationHold,
  InvocationProgress,
  InvocationServer,
  InvocationState,
} from './invocation.ts'
export type { Audience } from './presentation/question-section.ts'
export type { MessageTable } from './presentation/message-table.ts'
export { STILL_FOR_MS } from './guard/click-guard.ts'
export { adoptPresets, PRESETS } from './style/preset-style.ts'
export type { Preset } from './style/preset-style.ts'

adoptPresets(document)
