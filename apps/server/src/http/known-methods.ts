import { type RoutePolicy, RunnelError } from '@runnel/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import type { Admission } from './admission.ts'
import { type Gate, isKnownAt } from './gate.ts'
import { tellScimFault } from './scim-protocol.ts'

/** How the address of a call is compared with those of routes. */
export const ROUTER_OPTIONS = { caseSensitive: true, maxParamLength: 300, ignoreTrailingSlash: true }

type AskedGate = RoutePolicy['gate']

/** A method that an address has, and whom it answers. */
interface KnownMethod {
  method: HTTPMethod
  gate: AskedGate
}

/** Answers a call that met no route where its address has other methods; leaves the rest to whom comes after. */
export type MethodRefusal = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** In the order in which they are told. OPTIONS, which everybody is answered, is told after others and never alone. */
const METHODS: readonly HTTPMethod[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
/** They come with other methods; where those are not, there is nothing to ask about. */
const BESIDE_OTHERS: readonly string[] = ['HEAD', 'OPTIONS']

/**
 * Makes what answers a call by a method that an address of the API does not have with those that it has. Who calls is told
 * of those alone whose gate knows them; where it is none of them, there is nothing at that address, as at any other. To be
 * made before routes are registered, and to be asked where none of them was met.
 */
export function createMethodRefusal(
  server: FastifyInstance,
  rules: { gate: Gate; admission: Admission },
): MethodRefusal {
  const router = learnMethods(server)
  const has = (method: HTTPMethod, url: string) => router.find(method, url)
  return async (request, reply) => {
    if (BESIDE_OTHERS.includes(request.method)) return
    const all = METHODS.flatMap((method): KnownMethod[] => {
      const found = has(method, request.url)
      return found ? [{ method, gate: found.store as AskedGate }] : []
    })
    const told = all.length === 0 ? [] : await findTold(rules, { request, reply }, all)
    if (told.length === 0) return
    const names = told.map(({ method }) => method)
    const allow = [...names, ...(has('OPTIONS', request.url) ? ['OPTIONS'] : [])].join(', ')
    const fault = otherMethod(request, allow)
    reply.header('Allow', allow)
    if (told.every(({ gate }) => gate !== 'provisioning')) throw fault
    tellScimFault(fault, request, reply)
    return reply
  }
}

/** A router that knows the routes of the API which a server is given from now on, each with its gate. */
function learnMethods(server: FastifyInstance) {
  const router = findMyWay(ROUTER_OPTIONS)
  server.addHook('onRoute', ({ method, url, config }) => {
    if (!url.startsWith('/api/')) return
    // What has no policy is the documentation, and preflights.
    const gate: AskedGate = config?.policy?.gate ?? 'public'
    const methods: HTTPMethods[] = [method].flat()
    for (const each of methods) router.on(each as HTTPMethod, url, () => undefined, gate)
  })
  return router
}

/** Of the methods of an address those whose gate knows who calls. */
async function findTold(
  { gate, admission }: { gate: Gate; admission: Admission },
  { request, reply }: Exchange,
  all: readonly KnownMethod[],
): Promise<KnownMethod[]> {
  const { authorization, cookie } = request.headers
  // Only for them is anything looked up.
  if (authorization !== undefined || cookie !== undefined) admission.enter(reply, { runsFlow: false })
  const open = new Set<AskedGate>()
  for (const asked of new Set(all.map((one) => one.gate)))
    if (await isKnownAt(gate, asked, request)) open.add(asked)
  return all.filter((one) => open.has(one.gate))
}

const otherMethod = ({ method, url }: FastifyRequest, allow: string) =>
  new RunnelError('method_not_allowed', `There is no ${method} at ${url.split('?')[0]}, only ${allow}`)
