/** From the keys of a `preview:` to a recipe. It reads another tool or makes a dry run, never both and never neither. */
import type { PolicyProblem, PreviewRecipe, PreviewSource } from '@holdpoint/core/policy'
import type { PreviewEntry } from './config-file.ts'

type Path = PolicyProblem['path']

export function toPreview(entry: PreviewEntry, path: Path, problems: PolicyProblem[]): PreviewRecipe {
  return {
    ...toSource(entry, path, problems),
    title: entry.title ?? null,
    show: entry.show ?? [],
    impact: entry.impact ?? {},
    refuse: entry.refuse ?? null,
    notFound: entry.not_found ?? null,
  }
}

function toSource(entry: PreviewEntry, path: Path, problems: PolicyProblem[]): PreviewSource {
  const { call, with: recipeArguments, dry_run: parameter } = entry
  const refuse = (key: string | null, message: string, suggestion: string): void => {
    problems.push({ path: key === null ? path : [...path, key], message, suggestion })
  }
  if (parameter !== undefined) {
    if (call !== undefined) refuse('call', 'A preview calls a read tool or makes a dry run, not both.', 'remove one')
    else if (recipeArguments !== undefined)
      refuse('with', 'A dry run has the arguments of the call itself.', 'remove with')
    return { kind: 'dry-run', parameter }
  }
  if (call === undefined) refuse(null, '"call" is missing: the read tool that fetches what is shown.', 'call: get_x')
  else if (recipeArguments === undefined)
    refuse(null, `"with" is missing: the arguments of ${call}.`, 'with: { id: args.id }')
  return { kind: 'read', call: call ?? '', with: recipeArguments ?? {} }
}
