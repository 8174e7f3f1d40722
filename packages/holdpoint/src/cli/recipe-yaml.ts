/** Suggested recipes as a configuration file: every name and expression in JSON quotes, which YAML reads as they stand. */
import type { SuggestedCall, SuggestedPreview, SuggestedRecipe } from '@holdpoint/core/policy'

export function toRecipeYaml(server: string, recipes: readonly SuggestedRecipe[]): string {
  return [
    '# Proposed from names and schemas alone. Read each one: a preview is a call that nobody is asked about.',
    'version: 1',
    'servers:',
    `  ${quote(server)}:`,
    '    tools:',
    ...recipes.flatMap(({ tool, preview, undo }) => [
      `      ${quote(tool)}:`,
      ...(preview === null ? [] : ['        preview:', ...previewLines(preview)]),
      ...(undo === null ? [] : ['        undo:', ...callLines(undo)]),
    ]),
    '',
  ].join('\n')
}

function previewLines(preview: SuggestedPreview): readonly string[] {
  if (preview.kind === 'dry-run') return [`          dry_run: ${quote(preview.parameter)}`]
  return [
    ...callLines(preview),
    `          title: ${quote(preview.title)}`,
    ...(preview.show.length === 0 ? [] : [`          show: [${preview.show.map(quote).join(', ')}]`]),
  ]
}

function callLines(call: SuggestedCall): readonly string[] {
  const members = Object.entries(call.with).map(([name, expression]) => `${quote(name)}: ${quote(expression)}`)
  return [`          call: ${quote(call.call)}`, `          with: { ${members.join(', ')} }`]
}

/** Whatever a server calls its tools, it stays inside the quotes, and a reader sees what is hidden in it. */
function quote(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (hidden) => `\\u${hidden.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
