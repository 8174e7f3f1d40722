/** What a yes opens beside its call, said in the language of whoever looks. What it cannot say stays as the server said it. */
import type { ApprovalDetail } from '../api/answers.ts'
import { fill } from '../words/fill.ts'
import type { Words } from '../words/words.ts'

export function sayOpening(approval: ApprovalDetail, { opens: sentences }: Words): ApprovalDetail {
  const { opens, preview } = approval
  // A service of another version may not tell it, or may know more of it.
  if (opens === null || opens === undefined || !Object.hasOwn(sentences, opens.kind)) return approval
  const sentence = fill(sentences[opens.kind], { tool: opens.tool, name: opens.name ?? '' })
  return { ...approval, also_allows: sentence, preview: { ...preview, alsoAllows: sentence } }
}
