import { type RouteName, RunnelError, scimRoutes } from '@runnel/contract'
import type { FastifyRequest } from 'fastify'
import type { Admissions } from './call.ts'
import { createCountedWindows } from './counted-windows.ts'
import type { CountSharing } from './share-counts.ts'

/** Calls of one organisation in this time; a first run for some thousand people takes several of these spans. */
const MOST_CALLS = 1_200
const SPAN_MS = 60_000

/** Counts the calls of each organisation's provider, before a body is read. @throws RunnelError `rate_limited` */
export function createScimLimit(
  now: () => number,
  sharing: CountSharing,
  most: number = MOST_CALLS,
): Admissions {
  const spans = createCountedWindows('scim', sharing, now)
  const take = async (request: FastifyRequest) => {
    const organizationId = request.provisioning?.organizationId ?? ''
    const span = spans.add(organizationId, SPAN_MS)
    if (span.count <= most) return
    const retryAfter = Math.max(1, Math.ceil((span.until - now()) / 1_000))
    throw new RunnelError(
      'rate_limited',
      `These are too many calls at once. Try again in ${retryAfter} seconds.`,
      {
        retryAfter,
      },
    )
  }
  const names = Object.keys(scimRoutes) as RouteName[]
  return Object.fromEntries(names.map((name) => [name, take]))
}
