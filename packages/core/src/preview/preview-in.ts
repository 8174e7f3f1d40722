/**
 * What is shown of a call, in the language of whoever looks: our own sentences and titles. Arguments, the agent's claim, the
 * server's words and what a recipe of the policy says stay as they are.
 */
import { otherLanguage } from '../sentence/language.ts'
import { say, sayIn } from '../sentence/say.ts'
import { translate } from '../sentence/translate.ts'
import type { EntityPreview } from './entity-preview.ts'
import type { Preview } from './preview.ts'
import { titleNames, titleStart } from './preview-title.ts'

export function previewIn(preview: Preview, locale: string): Preview {
  if (otherLanguage(locale) === null) return preview
  const warned = (warning: string): string => translate(warning, 'warning', locale)
  const { alsoAllows, entity, entityWarnings } = preview
  return {
    ...preview,
    title: titleIn(preview.title, preview, locale),
    why: translate(preview.why, 'rating', locale),
    warnings: preview.warnings.map(warned),
    ...(entityWarnings === undefined ? {} : { entityWarnings: entityWarnings.map(warned) }),
    ...(typeof alsoAllows === 'string' ? { alsoAllows: translate(alsoAllows, 'opening', locale) } : {}),
    ...(entity === null || entity === undefined ? {} : { entity: entityIn(entity, preview, locale) }),
  }
}

/** What was read is the server's; ours is what stands in place of what could not be read. */
function entityIn(entity: EntityPreview, preview: Preview, locale: string): EntityPreview {
  const absent = say('notThere')
  return {
    ...entity,
    title: titleIn(entity.title, preview, locale),
    fields: entity.fields.map((field) =>
      field.before === absent ? { ...field, before: sayIn(locale, 'notThere') } : field,
    ),
    impact: entity.impact.map(({ label, value }) => ({ label, value: translate(value, 'untold', locale) })),
  }
}

/** Our own title begins with the names that stand beside it; whatever does not is somebody else's. */
function titleIn(title: string, { tool, server }: Pick<Preview, 'tool' | 'server'>, locale: string): string {
  const undo = say('undoTitle', { title: '' })
  if (title.startsWith(undo)) {
    return sayIn(locale, 'undoTitle', { title: titleIn(title.slice(undo.length), { tool, server }, locale) })
  }
  const start = titleStart(tool, server.name)
  if (!title.startsWith(start)) return title
  return `${sayIn(locale, 'callOn', titleNames(tool, server.name))}${title.slice(start.length)}`
}
