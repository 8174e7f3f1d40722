/**
 * What is shown of a call, in the reader's language: our own sentences and titles. Arguments, the agent's claim, the
 * server's words and what a recipe of the policy says stay as they are.
 */
import type { Titles } from '../description/titles.ts'
import { otherLanguage } from '../sentence/language.ts'
import { say, sayIn } from '../sentence/say.ts'
import { translate } from '../sentence/translate.ts'
import type { EntityPreview } from './entity-preview.ts'
import type { Preview } from './preview.ts'
import { titleNames, titleStart } from './preview-title.ts'

/** `tool`: as the call names it; the preview has it with hidden characters made visible. */
export function previewIn(preview: Preview, tool: string, locale: string): Preview {
  if (otherLanguage(locale) === null) return preview
  const warned = (warning: string): string => translate(warning, 'warning', locale)
  const { entity, entityWarnings } = preview
  return {
    ...preview,
    title: preview.titles?.zh ?? titleIn(preview.title, tool, preview.server.name, locale),
    ...(typeof preview.effect === 'string' ? { effect: translate(preview.effect, 'effect', locale) } : {}),
    why: translate(preview.why, 'rating', locale),
    warnings: preview.warnings.map(warned),
    ...(entityWarnings === undefined ? {} : { entityWarnings: entityWarnings.map(warned) }),
    ...(entity === null || entity === undefined ? {} : { entity: entityIn(entity, tool, preview.server.name, locale) }),
  }
}

/** What was read is the server's; ours is what stands in place of what could not be read. */
function entityIn(entity: EntityPreview, tool: string, server: string, locale: string): EntityPreview {
  const absent = say('notThere')
  return {
    ...entity,
    title: entity.titles?.zh ?? titleIn(entity.title, tool, server, locale),
    ...(entity.effect === undefined ? {} : { effect: translate(entity.effect, 'effect', locale) }),
    fields: entity.fields.map((field) =>
      field.before === absent ? { ...field, before: sayIn(locale, 'notThere') } : field,
    ),
    impact: entity.impact.map(({ label, value }) => ({ label, value: translate(value, 'unrecognised', locale) })),
  }
}

/** The title for those who see this preview, in every language we have. */
export function titlesOf({ title, titles, entity, server }: Preview, tool: string): Titles {
  const shown = entity ?? { title, titles }
  return { en: shown.title, zh: shown.titles?.zh ?? titleIn(shown.title, tool, server.name, 'zh-CN') }
}

/** Our own title begins with the names of the call; any other title is the server's. */
function titleIn(title: string, tool: string, server: string, locale: string): string {
  const undo = say('undoTitle', { title: '' })
  const start = titleStart(tool, server)
  const isUndo = title.startsWith(undo + start)
  if (!isUndo && !title.startsWith(start)) return title
  const rest = title.slice((isUndo ? undo : '').length + start.length)
  const said = `${sayIn(locale, 'callOn', titleNames(tool, server))}${rest}`
  return isUndo ? sayIn(locale, 'undoTitle', { title: said }) : said
}
