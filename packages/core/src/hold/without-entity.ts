/**
 * A hold for people who may look and not decide. What a recipe read from the server is for approvers only: other
 * readers may have no right to it on that server. An offer to take a call back is made of what was read, so its
 * arguments and its outcome are left out too.
 */
import type { Preview } from '../preview/preview.ts'
import type { Hold } from './hold.ts'
import type { ListedHold } from './listed-hold.ts'
import { tellsChange } from './identical-call.ts'
import { say } from '../sentence/say.ts'

export function withoutEntity(hold: Hold): Hold
export function withoutEntity(hold: ListedHold): ListedHold
export function withoutEntity(hold: ListedHold): ListedHold {
  const { preview, call, changedSince, undoOf } = hold
  return {
    ...hold,
    preview: withoutWhatWasRead(preview, undoOf !== undefined),
    ...(changedSince === undefined ? {} : { note: say('changedSinceShown') }),
    ...(undoOf === undefined ? {} : { call: { ...call, argumentsText: '{}' }, edit: null, outcome: null }),
  }
}

function withoutWhatWasRead(preview: Preview, isUndo: boolean): Preview {
  const { entity, entityWarnings = [], titles, ...rest } = preview
  const isRead = (warning: string): boolean => tellsChange(warning) || entityWarnings.includes(warning)
  return {
    ...rest,
    warnings: preview.warnings.filter((warning) => !isRead(warning)),
    ...(entity === undefined ? {} : { entity: null }),
    ...(titles === undefined || isUndo ? {} : { titles }),
    ...(isUndo
      ? { arguments: { kind: 'object', entries: [] }, title: `${preview.tool} on ${preview.server.name}` }
      : {}),
  }
}
