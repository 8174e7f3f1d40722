/** How routes describe their answers: the good one, and the problems that any of them may give instead. */
import { z } from '@hono/zod-openapi'

/** A description for `/openapi.json` of one JSON answer and of every problem. */
export interface RouteAnswers {
  readonly [status: string]: {
    readonly description: string
    readonly content?: { readonly [type: string]: { readonly schema: z.ZodType } }
  }
}

const problemSchema = z
  .looseObject({ error: z.looseObject({ code: z.string(), message: z.string() }) })
  .openapi('Problem')

const PROBLEMS: { readonly [status: string]: string } = {
  '400': 'The request is malformed; `fields` names what.',
  '401': 'No valid key was sent.',
  '403': 'This key may not do that, or the Host or Origin is foreign.',
  '404': 'Not there, or not for this tenant to see.',
  '409': 'Decided differently before; `decided_by`, `via` and `state` name the winner.',
  '410': 'Too late: the question has expired.',
  '413': 'The body is too large.',
  '415': 'The body is not uncompressed application/json.',
  '422': 'The edit or the standing answer is not possible; the message says why. Nothing was decided.',
  '429': 'Too many requests; see Retry-After.',
  '503': 'The store cannot be reached; nothing was changed.',
}

export function answers(description: string, schema: z.ZodType): RouteAnswers {
  const problems = Object.entries(PROBLEMS).map(([status, meaning]) => [
    status,
    { description: meaning, content: { 'application/json': { schema: problemSchema } } },
  ])
  return { '200': { description, content: { 'application/json': { schema } } }, ...Object.fromEntries(problems) }
}
