import {
  allPermissions,
  allRoutes,
  isGivenOn,
  type Permission,
  permissionCatalogue,
  permissionsToCome,
  type RouteDefinition,
  type RoutePolicy,
  standingFeatures,
} from '@runnel/contract'
import { expect, test } from 'vitest'

/** What no route asks for, as only the operation knows that it is wanted; the tests of these ask it. */
const OF_OPERATIONS: readonly Permission[] = [
  // flow-setting-rights.test.ts
  'chatflows:config',
  'chatflows:domains',
  'agentflows:config',
  'agentflows:domains',
]

const CREATES = 'on the wire a create like any other: who may create may do it without the page'
const READS = 'a file that the page makes of what it shows: who may view may do it without the page'

/** What shapes pages alone, and why no call can ask for it. */
const OF_PAGES: Partial<Record<Permission, string>> = {
  'chatflows:duplicate': CREATES,
  'chatflows:import': CREATES,
  'agentflows:duplicate': CREATES,
  'agentflows:import': CREATES,
  'tools:export': READS,
}

const asked = Object.values<RouteDefinition>(allRoutes).flatMap(({ policy }) =>
  'permissions' in policy && typeof policy.permissions !== 'string' ? policy.permissions : [],
)

test('every permission is asked for by a call, shapes a page, or belongs to what is to come', () => {
  const known = [...new Set<string>(asked), ...OF_OPERATIONS, ...Object.keys(OF_PAGES), ...permissionsToCome]
  expect(known.toSorted()).toEqual([...allPermissions].toSorted())
})

/** Rights that somebody can have on every kind of platform. */
const givenEverywhere = Object.values(permissionCatalogue)
  .flat()
  .filter((entry) => isGivenOn('open source', entry))
  .map(({ key }) => key)

/** Whether a platform that does not give the rights of a policy serves its route to administrators all the same. */
const isOpenWithoutRights = (policy: RoutePolicy) =>
  'permissions' in policy &&
  typeof policy.permissions !== 'string' &&
  policy.feature === undefined &&
  !policy.permissions.some((permission) => givenEverywhere.includes(permission))

test('what is asked for by rights that not every platform gives has a feature, which stands', () => {
  const routes = Object.entries<RouteDefinition>(allRoutes)
  expect(routes.filter(([, { policy }]) => isOpenWithoutRights(policy)).map(([name]) => name)).toEqual([])
  const features = routes.flatMap(([, { policy }]) => ('feature' in policy ? (policy.feature ?? []) : []))
  expect(features.filter((feature) => standingFeatures[feature] !== 'true')).toEqual([])
  expect(isOpenWithoutRights({ gate: 'caller', permissions: ['evaluations:view'] })).toBe(true)
  expect(isOpenWithoutRights({ gate: 'caller', permissions: ['evaluations:view', 'tools:view'] })).toBe(false)
})

test('a policy takes no permission that the catalogue has not', () => {
  // @ts-expect-error a slip of the pen
  const policy: RouteDefinition['policy'] = { gate: 'caller', permissions: ['tools:veiw'] }
  expect(policy.gate).toBe('caller')
})
