import { holds } from '@runnel/access'
import { type RoutePolicy, RUN_FLOWS, RunnelError, TOKEN_INVALID } from '@runnel/contract'
import { isStillIn, type OperationContext } from '@runnel/operations'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bearerKey, signalWhenCallerLeaves } from './call.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    policy?: RoutePolicy
  }
  interface FastifyInstance {
    callerWatch: CallerWatch
  }
}

/** Looks after those whose answers last: who is let in no more hears no more. */
interface CallerWatch {
  /**
   * Aborted some seconds after its caller is let in no more, or lost a right by which they were, whichever process took
   * it away.
   */
  watch(reply: FastifyReply): AbortSignal
}

/** How often everybody is looked after who hears a long answer, in milliseconds. */
const EVERY_MS = 2_000

interface Watched {
  isStillIn(): Promise<boolean>
  left: Set<AbortController>
}

/** By this whoever holds it is shown what the steps of a run did, on every route that tells of runs. */
const SHOWS_STEPS = 'executions:view'

/** The rights that opened an answer, or shape it: what its route asks for and, of all that shape runs, what is held. */
function needsOf({ principal, routeOptions }: FastifyRequest): string[] {
  const { policy } = routeOptions.config
  const asked =
    policy !== undefined && 'permissions' in policy && typeof policy.permissions !== 'string'
      ? policy.permissions
      : RUN_FLOWS
  return [...new Set([...asked, SHOWS_STEPS])].filter((permission) => holds(principal, permission)).toSorted()
}

/** Callers are told apart by what lets them in: many answers of one are looked after once. */
function nameOf({ principal }: FastifyRequest, needs: readonly string[]): string | undefined {
  if (principal.kind === 'user') return `${principal.signInId} ${principal.workspaceId} ${needs.join()}`
  return principal.kind === 'api-key' ? `${principal.keyId} ${needs.join()}` : undefined
}

/** Looks after the callers of a server until it closes. */
export function watchCallers(server: FastifyInstance, context: OperationContext): void {
  const watched = new Map<string, Watched>()
  let timer: NodeJS.Timeout | undefined

  async function look(each: Watched): Promise<void> {
    // A database that is away takes nobody's right away.
    const isIn = await each.isStillIn().catch((error: unknown) => {
      context.log.warn({ err: error }, 'It could not be learned whether a caller is still let in')
      return true
    })
    if (isIn) return
    for (const controller of each.left) controller.abort(new RunnelError('unauthenticated', TOKEN_INVALID))
  }

  async function lookAfterAll(): Promise<void> {
    for (const each of [...watched.values()]) await look(each)
    plan()
  }

  function plan(): void {
    clearTimeout(timer)
    timer = watched.size === 0 ? undefined : setTimeout(() => void lookAfterAll(), EVERY_MS).unref()
  }

  server.addHook('onClose', () => clearTimeout(timer))
  server.decorate('callerWatch', {
    watch({ request, raw }: FastifyReply) {
      const controller = new AbortController()
      const needs = needsOf(request)
      const name = nameOf(request, needs)
      if (name === undefined || raw.closed) return controller.signal
      const { principal } = request
      const each = watched.get(name) ?? {
        isStillIn: () => isStillIn(context, principal, { apiKey: bearerKey(request), needs }),
        left: new Set(),
      }
      each.left.add(controller)
      watched.set(name, each)
      if (timer === undefined) plan()
      raw.once('close', () => {
        each.left.delete(controller)
        if (each.left.size === 0) watched.delete(name)
      })
      return controller.signal
    },
  })
}

/** As `CallerWatch.watch`. */
export function signalWhenCallerIsOut(reply: FastifyReply): AbortSignal {
  return reply.server.callerWatch.watch(reply)
}

/** Aborted when nobody hears a long answer any more: its caller left, or is let in no more. */
export function signalWhenNobodyHears(reply: FastifyReply): AbortSignal {
  return AbortSignal.any([signalWhenCallerLeaves(reply), signalWhenCallerIsOut(reply)])
}
