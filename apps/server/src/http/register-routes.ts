import { API_PREFIX, allRoutes, type RouteDefinition, type RouteName } from '@runnel/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Admission } from './admission.ts'
import { applyCors } from './apply-cors.ts'
import { type Admissions, type Call, type Handler, type Handlers, notingRefusals } from './call.ts'
import { varyBy } from './encodings.ts'
import { type Gate, isLate, passGate, passGateAgain } from './gate.ts'
import { runIdempotently } from './idempotency.ts'
import { documentLimits, LARGEST_BODY, provisioningLimits } from './json-intake.ts'
import { plainReading } from './read-json-body.ts'
import { routeSchema } from './route-schema.ts'

/** Bytes of a body with neither flows, files nor people. */
const SMALL_BODY = 1024 * 1024
/** Bytes of one with a group of people. */
const GROUP_BODY = provisioningLimits.plainBytes

/** What a route needs beside its handler. */
export interface RouteRules extends Gate {
  corsOrigins: string[]
  /** Asked before the body of a call is read: whether there is what it names, and may be called. */
  admissions: Admissions
  /** How many calls are answered at once. */
  admission: Admission
}

/** A route without a policy stops the server from starting. */
function assertPolicy(name: string, route: RouteDefinition): void {
  const policy: unknown = route.policy
  if (typeof policy === 'object' && policy !== null && 'gate' in policy) return
  throw new Error(`Route ${name} (${route.method} ${route.path}) declares no policy`)
}

/** Nor does one start that may change something and neither names its privileged act nor says why it is none. */
function assertAudit(name: string, route: RouteDefinition): void {
  if (route.method === 'GET' || route.audit !== undefined) return
  throw new Error(
    `Route ${name} (${route.method} ${route.path}) declares neither a privileged act nor why it is none`,
  )
}

/** A call whose address is malformed is refused with that, when its body was read. */
async function admit(
  admission: Admissions[RouteName],
  route: RouteDefinition,
  request: FastifyRequest,
): Promise<void> {
  const params = route.params?.safeParse(request.params)
  if (params?.success === true) await admission?.(request, params.data as Record<string, string>)
}

function register(
  app: FastifyInstance,
  rules: RouteRules,
  entry: { name: RouteName; route: RouteDefinition; handler: Handler<RouteName> },
): void {
  const { name, route, handler } = entry
  assertPolicy(name, route)
  assertAudit(name, route)
  const speaksScim = route.policy.gate === 'provisioning'
  const isLarge = route.holds === 'flows' && route.policy.gate !== 'public'
  const mostBytes = isLarge || route.holds === 'files' ? LARGEST_BODY : SMALL_BODY
  const member = isLarge ? { limits: documentLimits, holdsFlows: true } : plainReading
  const reading = speaksScim ? { limits: provisioningLimits, holdsFlows: false } : member
  app.route({
    method: route.method,
    url: `${API_PREFIX}${route.path}`,
    schema: routeSchema(name, route),
    bodyLimit: speaksScim ? GROUP_BODY : mostBytes,
    config: { reading, speaksScim, policy: route.policy },
    onRequest: async (request, reply) => {
      if (route.caching === 'caller') for (const header of ['Cookie', 'Authorization']) varyBy(reply, header)
      rules.admission.enter(reply, { runsFlow: route.runsFlow === true })
      // Programs, and pages of ours that only read, name no origin.
      if (request.headers.origin !== undefined) await applyCors(rules, route, { request, reply })
      request.principal = await passGate(rules, route, { request, reply })
      request.passedAt = rules.context.now()
      await admit(rules.admissions[name], route, request)
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (isLate(rules, request)) {
        request.principal = await passGateAgain(rules, route, request)
        await admit(rules.admissions[name], route, request)
      }
      const { principal } = request
      const call = {
        params: request.params,
        query: request.query,
        body: request.body,
        principal,
        request,
        reply,
      }
      if (route.origins === 'flow of body') await applyCors(rules, route, { request, reply })
      const work = () =>
        notingRefusals(rules.noteRefusal, { route, principal, params: request.params }, async () =>
          handler(call as Call<RouteName>),
        )
      if (route.status !== undefined) reply.status(route.status)
      return route.idempotent === true ? runIdempotently(rules.context, { request, principal }, work) : work()
    },
  })
}

function registerPreflights(app: FastifyInstance, rules: RouteRules): void {
  const seen = new Set<string>()
  for (const route of Object.values(allRoutes) as RouteDefinition[]) {
    if (seen.has(route.path)) continue
    seen.add(route.path)
    app.route({
      method: 'OPTIONS',
      url: `${API_PREFIX}${route.path}`,
      handler: async (request, reply) => {
        await applyCors(rules, route, { request, reply })
        return reply.status(204).send()
      },
    })
  }
}

/** Registers every route of the contract with its policy, schemas and handler. */
export function registerRoutes(app: FastifyInstance, rules: RouteRules, handlers: Handlers): void {
  for (const [name, route] of Object.entries(allRoutes) as [RouteName, RouteDefinition][]) {
    register(app, rules, { name, route, handler: handlers[name] as Handler<RouteName> })
  }
  registerPreflights(app, rules)
}
