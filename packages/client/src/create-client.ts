import type { RouteName } from '@runnel/contract'
import { buildAddress } from './build-address.ts'
import { createLostCreates, type LostCreates } from './lost-creates.ts'
import { type RouteEntry, routeTable } from './route-table.ts'
import type { AddressInput, CallArguments, CallMethods, CallOptions, StreamName } from './route-types.ts'
import { type Call, type ClientOptions, createSender, unreachable } from './send-call.ts'

/** The API as typed methods, one per route of the contract, and what goes beyond JSON. */
export type Client = CallMethods & {
  /**
   * Opens a route whose answer is a stream or a file and gives the answer unread. Throws `ApiError` before the first
   * byte; what breaks later is the reader's.
   */
  openStream<N extends StreamName>(name: N, ...args: CallArguments<N>): Promise<Response>
  /** The address of a route, for images and links. */
  addressOf<N extends RouteName>(name: N, input: AddressInput<N>): string
}

type AnyInput = Pick<Call, 'params' | 'query' | 'body'>

/**
 * Makes a client of the API. It only sends and reads: bodies are typed by the contract and answers are taken as the
 * server, which parses both, gives them.
 */
export function createClient(options: ClientOptions): Client {
  const send = createSender(options)
  const lost = options.makeKey && createLostCreates(options.makeKey)
  const ask = async (call: Call, answer: RouteEntry['answer']): Promise<unknown> =>
    readAnswer(options, { call, answer, response: await send(call) })
  const methods = Object.fromEntries(
    Object.entries(routeTable)
      .filter(([, { answer }]) => answer === 'json' || answer === 'text')
      .map(([name, route]) => [name, makeMethod(ask, route, lost)]),
  )
  const openStream = (name: StreamName, input?: AnyInput, callOptions?: CallOptions): Promise<Response> =>
    send({ route: routeTable[name], ...input, ...(callOptions ? { options: callOptions } : {}) })
  const addressOf = (name: RouteName, input: AnyInput): string =>
    buildAddress(options.baseUrl, routeTable[name].path, input)
  // The table of routes gives both the names and the types, which a loop over it cannot show to the compiler.
  return { ...methods, openStream, addressOf } as unknown as Client
}

/** An answer that is cut off in the middle is none. */
async function readAnswer(
  options: ClientOptions,
  { call, answer, response }: { call: Call; answer: RouteEntry['answer']; response: Response },
): Promise<unknown> {
  try {
    return await (answer === 'text' ? response.text() : response.json())
  } catch (error) {
    if (call.options?.signal?.aborted) throw error
    throw unreachable(options, call, error)
  }
}

function makeMethod(
  ask: (call: Call, answer: RouteEntry['answer']) => Promise<unknown>,
  route: RouteEntry,
  lost: LostCreates | undefined,
) {
  return async (input?: AnyInput, options?: CallOptions): Promise<unknown> => {
    const call = { route, ...input, ...(options ? { options } : {}) }
    if (!route.takesKey || !lost || options?.idempotencyKey !== undefined) return ask(call, route.answer)
    const idempotencyKey = lost.take(call)
    try {
      return await ask({ ...call, options: { ...options, idempotencyKey } }, route.answer)
    } catch (error) {
      lost.keep(call, idempotencyKey, error)
      throw error
    }
  }
}
