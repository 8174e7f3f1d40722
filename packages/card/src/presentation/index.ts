/** What every surface shows of a tool call, as plain data: no DOM, works in Node. */
export { fromApproval } from './from-approval.ts'
export { stateWords } from './held-words.ts'
export { present } from './present.ts'
export type { Presentation } from './present.ts'
export { presentBadge, sectionOf } from './present-card.ts'
export type {
  BadgePresentation,
  CardPresentation,
  CardSection,
  ErrorSection,
  OriginPresentation,
  PresentOptions,
} from './present-card.ts'
export { argumentLines, plainLine, toArgumentNode } from './argument-lines.ts'
export type { ArgumentLine } from './argument-lines.ts'
export { MOST_ARGUMENT_LINES } from './arguments-section.ts'
export type { ArgumentsSection } from './arguments-section.ts'
export { formatTimeLeft } from './question-section.ts'
export type { Audience, QuestionSection } from './question-section.ts'
export type { PlainArgument } from './plain-arguments.ts'
export { MOST_IMAGE_BYTES, MOST_TEXT_CHARACTERS } from './result-section.ts'
export type { ResultItem, ResultSection } from './result-section.ts'
export type { VerdictSection } from './verdict-section.ts'
export type { Media } from './media.ts'
export { readLinkTarget } from './link-target.ts'
export type { LinkTarget } from './link-target.ts'
export { chooseMessages, fill } from './message-table.ts'
export type { MessageTable } from './message-table.ts'
export type {
  Invocation,
  InvocationContent,
  InvocationError,
  InvocationHold,
  InvocationProgress,
  InvocationServer,
  InvocationState,
} from '../invocation.ts'
