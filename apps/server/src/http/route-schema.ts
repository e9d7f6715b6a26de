import type { RouteDefinition } from '@runnel/contract'
import { z } from 'zod'

/** Of a call that only people and keys make, no parameter is read over: a filter with no effect would mislead. */
const NO_PARAMETERS = z.strictObject({})

function queryOf({ query, policy }: RouteDefinition): z.ZodType | undefined {
  const isClosed = policy.gate === 'session' || policy.gate === 'caller'
  return query ?? (isClosed ? NO_PARAMETERS : undefined)
}

/** What a route takes and gives: by this it is checked, and described to those who read the documentation. */
export function routeSchema(name: string, route: RouteDefinition) {
  const query = queryOf(route)
  return {
    operationId: name,
    summary: route.summary,
    tags: [route.tag],
    ...(route.params ? { params: route.params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(route.body ? { body: route.body } : {}),
    ...(route.response instanceof z.ZodType ? { response: { [route.status ?? 200]: route.response } } : {}),
  }
}
