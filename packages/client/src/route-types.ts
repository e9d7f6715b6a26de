import type { allRoutes, RouteName } from '@runnel/contract'

type Routes = typeof allRoutes
type NoFields = Record<never, never>

/** A schema of the contract, known by its two types: this room has no library to name them with. */
interface Schema {
  _zod: { input: unknown; output: unknown }
}
type TakenBy<S extends Schema> = S['_zod']['input']
type GivenBy<S extends Schema> = S['_zod']['output']

/** Names of the routes that answer with JSON or text: each is a method of the client. */
export type CallName = {
  [N in RouteName]: Routes[N]['response'] extends 'stream' | 'file' ? never : N
}[RouteName]

/** Names of the routes whose answer is read as it comes, or may be: `openStream` opens them. */
export type StreamName =
  | Exclude<RouteName, CallName>
  | { [N in RouteName]: Routes[N] extends { mayStream: true } ? N : never }[RouteName]

type ParamsOf<R> = R extends { params: infer P extends Schema } ? { params: GivenBy<P> } : NoFields
type QueryOf<R> = R extends { query: infer Q extends Schema } ? { query?: GivenBy<Q> } : NoFields
type BodyOf<R> = R extends { body: infer B extends Schema }
  ? undefined extends TakenBy<B>
    ? { body?: TakenBy<B> }
    : { body: TakenBy<B> }
  : NoFields

/** What the address of a route is made of: `params` of the path and `query`, as far as the route has them. */
export type AddressInput<N extends RouteName> = ParamsOf<Routes[N]> & QueryOf<Routes[N]>

/** Everything that one call of a route carries: what its address is made of, and `body`. */
export type CallInput<N extends RouteName> = AddressInput<N> & BodyOf<Routes[N]>

/** What a route answers; text for routes without JSON. */
export type CallResult<N extends CallName> = Routes[N]['response'] extends infer S extends Schema
  ? GivenBy<S>
  : string

/** Beside the input of a call. */
export interface CallOptions {
  signal?: AbortSignal
  /** The revision that was read: the server refuses the change (409) when there is a newer one. */
  ifMatch?: number
  /** A key of the caller's choice: the same creation sent twice with it is done once. */
  idempotencyKey?: string
  headers?: Record<string, string>
}

/** A call takes its input first; where a route needs none, it may be left out. */
export type CallArguments<N extends RouteName> =
  NoFields extends CallInput<N>
    ? [input?: CallInput<N>, options?: CallOptions]
    : [input: CallInput<N>, options?: CallOptions]

/** One typed method per route that answers with JSON or text, named as in the contract. */
export type CallMethods = { [N in CallName]: (...args: CallArguments<N>) => Promise<CallResult<N>> }
