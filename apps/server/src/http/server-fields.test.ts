import { allRoutes, isJsonObject, type RouteDefinition, type RouteName } from '@runnel/contract'
import { expect, test } from 'vitest'
import { goodBodies } from './hostile-bodies.fixture.ts'

/** What the server alone says of a thing: whose it is, who made it, when, and what somebody may. */
const SERVER_FIELDS = {
  workspaceId: 'foreign',
  organizationId: 'foreign',
  userId: 'foreign',
  createdBy: 'foreign',
  createdDate: '1970-01-01T00:00:00.000Z',
  updatedDate: '1970-01-01T00:00:00.000Z',
  passwordHash: 'foreign',
  sealed: 'foreign',
  isAdmin: true,
  isOrganizationAdmin: true,
  permissions: ['everything'],
}

/** Taken as they come: SCIM says that attributes which a server does not know are passed over; the others ask and write nothing. */
const LOOSE = new Set<string>([
  'createScimUser',
  'replaceScimUser',
  'patchScimUser',
  'createScimGroup',
  'replaceScimGroup',
  'patchScimGroup',
  'getNodeConfig',
  'loadNodeMethod',
])

/** Fields that a call names on purpose; what is named there is judged (`foreign-ids.test.ts`, `route-policy.test.ts`). */
const declares = (body: RouteDefinition['body'], field: string): boolean =>
  body !== undefined && 'shape' in body && field in (body.shape as object)

const routes = Object.entries(goodBodies).map(([name, good]) => {
  const { body } = allRoutes[name as RouteName] as RouteDefinition
  return { name, body, good }
})

const keeps = ({ body, good }: Omit<(typeof routes)[number], 'name'>, field: string, value: unknown) => {
  const read = body?.safeParse({ ...good, [field]: value })
  return read?.success === true && isJsonObject(read.data) && field in read.data
}

test('nothing is taken as it comes beside what is listed', () => {
  const loose = routes.filter((route) => keeps(route, 'passwordHash', 'foreign')).map(({ name }) => name)
  expect(loose.toSorted()).toEqual([...LOOSE].toSorted())
})

test.each(routes.filter(({ name }) => !LOOSE.has(name)))(
  'a body of $name brings nothing that the server alone says',
  (route) => {
    const told = Object.entries(SERVER_FIELDS).filter(([field]) => !declares(route.body, field))
    expect(told.filter(([field, value]) => keeps(route, field, value))).toEqual([])
  },
)
