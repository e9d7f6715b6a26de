import type { Principal } from '@runnel/access'
import type { allRoutes, RouteName } from '@runnel/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'

type Routes = typeof allRoutes
type Parsed<R, K extends string> = R extends Record<K, z.ZodType> ? z.output<R[K]> : undefined
type Answer<R> = R extends { response: infer S } ? (S extends z.ZodType ? z.input<S> : unknown) : never

/** One call of a route: parsed input, who calls, and the raw request for what has no schema (cookies, streams). */
export interface Call<N extends RouteName> {
  params: Parsed<Routes[N], 'params'>
  query: Parsed<Routes[N], 'query'>
  body: Parsed<Routes[N], 'body'>
  principal: Principal
  request: FastifyRequest
  reply: FastifyReply
}

type Given<N extends RouteName> = Answer<Routes[N]> | FastifyReply

/**
 * Answers a call: with what the response's schema shapes, or by the reply itself where the bytes are made already or
 * the response is no schema.
 */
export type Handler<N extends RouteName> = (call: Call<N>) => Promise<Given<N>> | Given<N>

/** A handler for every route of the contract: a route without one does not compile. */
export type Handlers = { [N in RouteName]: Handler<N> }

/** For routes that say so, what is asked of a call before its body is read: it throws what refuses the call. */
export type Admissions = {
  [N in RouteName]?: (request: FastifyRequest, params: { id: string }) => Promise<void>
}
