/** The types that the routes share: the app they register on, and what a request carries once its caller is known. */
import type { HttpBindings } from '@hono/node-server'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { KeyHolder } from '../access/key-holder.ts'

export interface ApiEnvironment {
  Bindings: HttpBindings
  Variables: {
    /** `null`: a reader without a key, under `auth: none`. */
    caller: KeyHolder | null
    secret: string | null
  }
}

export type Api = OpenAPIHono<ApiEnvironment>

export type ApiContext = Context<ApiEnvironment>

export function answerJson(value: unknown): Response {
  return new Response(JSON.stringify(value), {
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  })
}
