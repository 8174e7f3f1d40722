/**
 * A call as people are told it: one neutral value that every surface renders and none makes for itself. Form, card,
 * page, lists, terminals, notifications, the agent's envelope, and later channels and the library, take the title, the
 * consequence, the body, the warnings and the facts from here; what they choose is how these look. It is made from the
 * stored preview, so every text in it is visible already. It refuses to know a surface, a width or a language:
 * `previewIn` turns the preview before.
 */
import { clipVisible } from './clip-visible.ts'
import type { EntityField, EntityImpact } from './entity-preview.ts'
import type { Preview, PreviewNode } from './preview.ts'

export interface CallDescription {
  /** For those who may decide: what a recipe of the policy asks, else `callTitle`. Never for an agent. */
  readonly title: string
  /**
   * The tool, its server and the arguments that tell most: for agents, logs, and wherever what was read must not be
   * told.
   */
  readonly callTitle: string
  /** One line for lists and for the agent's envelope. */
  readonly summary: string
  /** What running it would mean beyond itself; `null`: nothing is known. Surfaces have words for it. */
  readonly consequence: 'irreversible' | null
  /** What it does that a person cares about, in one sentence; `null`: nothing is known. */
  readonly effect: string | null
  /** What it is about, in the order it is shown, each part by its kind. All of the arguments are among them. */
  readonly body: readonly DescriptionPart[]
  readonly warnings: readonly string[]
  readonly facts: DescriptionFacts
}

/** A later part is a further member: surfaces switch over the kinds. */
export type DescriptionPart =
  /** The thing itself, as a read tool of the server tells it: what it is now and what the call would make of it. */
  | {
      readonly kind: 'fields'
      readonly title: string
      readonly fields: readonly EntityField[]
      readonly impact: readonly EntityImpact[]
      /** The tool that told it. */
      readonly source: string
    }
  /** The arguments, every byte of them. */
  | { readonly kind: 'arguments'; readonly root: PreviewNode }

export interface DescriptionFacts {
  readonly tool: string
  /** The server's own title for the tool: shown as the server's words. */
  readonly toolTitle: string | null
  readonly server: Preview['server']
  readonly risk: Preview['risk']
  readonly why: string
  readonly rule: string
  readonly askedBy: Preview['askedBy']
  /** The agent's claim, never a fact. */
  readonly rationale: string | null
}

const SUMMARY_LENGTH = 200

export function describeCall(preview: Preview): CallDescription {
  const { entity = null, irreversible, risk, why } = preview
  const marks = irreversible ? `${risk} risk, irreversible` : `${risk} risk`
  return {
    title: entity?.title ?? preview.title,
    callTitle: preview.title,
    summary: clipVisible(`${preview.title}: ${marks}, ${why}`, SUMMARY_LENGTH),
    consequence: irreversible ? 'irreversible' : null,
    effect: entity?.effect ?? preview.effect ?? null,
    body: [
      ...(entity === null ? [] : [fieldsOf(entity)]),
      { kind: 'arguments', root: preview.arguments } satisfies DescriptionPart,
    ],
    warnings: preview.warnings,
    facts: {
      tool: preview.tool,
      toolTitle: preview.toolTitle,
      server: preview.server,
      risk,
      why,
      rule: preview.rule,
      askedBy: preview.askedBy,
      rationale: preview.rationale,
    },
  }
}

function fieldsOf({ title, fields, impact, source }: NonNullable<Preview['entity']>): DescriptionPart {
  return { kind: 'fields', title, fields, impact, source }
}

type PartOf<Kind extends DescriptionPart['kind']> = Extract<DescriptionPart, { readonly kind: Kind }>

/** The part of this kind; `null`: there is none. */
export function partOf<Kind extends DescriptionPart['kind']>(
  { body }: Pick<CallDescription, 'body'>,
  kind: Kind,
): PartOf<Kind> | null {
  return body.find((part): part is PartOf<Kind> => part.kind === kind) ?? null
}
