import { allRoutes, type RouteDefinition, type RouteName } from '@runnel/contract'

/** What a client needs of a route: where it is and how its answer is read. */
export interface RouteEntry {
  method: RouteDefinition['method']
  path: string
  answer: 'json' | 'stream' | 'text' | 'file'
  withoutCredentials?: true
  /** The same call sent twice with one `Idempotency-Key` is done once. */
  takesKey?: true
}

/**
 * The routes of the contract without their schemas. It is data that can be computed ahead: a build for browsers may put
 * the finished table in place of this module, so that the schemas and their library stay out.
 */
export const routeTable: Readonly<Record<RouteName, RouteEntry>> = makeRouteTable(allRoutes)

function makeRouteTable(routes: Readonly<Record<RouteName, RouteDefinition>>): Record<RouteName, RouteEntry> {
  const entries = Object.entries(routes).map(([name, route]): [string, RouteEntry] => {
    const { method, path, response, withoutCredentials, idempotent } = route
    const answer = typeof response === 'string' ? response : 'json'
    const special = {
      ...(withoutCredentials ? { withoutCredentials } : {}),
      ...(idempotent ? { takesKey: true as const } : {}),
    }
    return [name, { method, path, answer, ...special }]
  })
  // The names are those of the argument, which Object.entries forgets.
  return Object.fromEntries(entries) as Record<RouteName, RouteEntry>
}
