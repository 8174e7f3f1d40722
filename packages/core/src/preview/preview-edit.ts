/**
 * The preview of a hold whose arguments a person changed: the approved arguments, what the policy says of them, and a
 * warning that lists the difference, so that a reader does not take them for the agent's own.
 */
import type { Call } from '../call/call.ts'
import { describeEntityTitles } from '../description/describe-titles.ts'
import type { Hold } from '../hold/hold.ts'
import type { JsonObject } from '../json/json-value.ts'
import type { Sha256 } from '../json/sha256.ts'
import type { Ruling } from '../policy/ruling.ts'
import { findArgumentChanges, renderArgumentChanges } from './argument-difference.ts'
import { buildPreview } from './build-preview.ts'
import { withEditedArguments } from './entity-preview.ts'
import type { EntityPreview } from './entity-preview.ts'
import type { Preview } from './preview.ts'
import { showInOneLine } from './visible-text.ts'

export interface EditPreviewInput {
  readonly hold: Hold
  readonly argumentsText: string
  readonly ruling: Ruling
  readonly by: string
  readonly sha256: Sha256
}

const MARK = 'Approved with changes by'

export function buildEditPreview({ hold, argumentsText, ruling, by, sha256 }: EditPreviewInput): Preview {
  const call = { ...hold.call, argumentsText }
  const changes = renderArgumentChanges(findArgumentChanges(hold.call.argumentsText, argumentsText))
  const earlier = hold.preview.warnings.filter((warning) => !warning.startsWith(MARK))
  const own = buildPreview({
    call,
    ruling,
    definition: null,
    warnings: [`${MARK} ${showInOneLine(by)}: ${changes.join('; ')}`],
    entity: toEditedEntity(hold.preview, call),
    sha256,
  })
  return {
    ...own,
    toolTitle: hold.preview.toolTitle,
    ...(hold.preview.icon === undefined ? {} : { icon: hold.preview.icon }),
    ...(hold.preview.entityWarnings === undefined ? {} : { entityWarnings: hold.preview.entityWarnings }),
    warnings: [...own.warnings, ...earlier.filter((warning) => !own.warnings.includes(warning))],
  }
}

function toEditedEntity({ entity }: Preview, call: Omit<Call, 'arguments'>): EntityPreview | null {
  if (entity === null || entity === undefined) return null
  const edited = withEditedArguments(entity, JSON.parse(call.argumentsText) as JsonObject)
  if (edited.titles === undefined) return edited
  const titles = describeEntityTitles(call, edited.compared ?? null)
  return { ...edited, title: titles.en, titles }
}
