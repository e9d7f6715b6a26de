import { expect, test } from 'vitest'
import type { RouteDefinition } from './route.ts'
import { allRoutes, type RouteName } from './routes/all-routes.ts'
import { comparedName, shownName, shownNameSchema } from './shown-name.ts'

test.each([
  ['own\u202Eer', 'owner'],
  ['own\u200Ber', 'owner'],
  ['\u2066Ada\u2069', 'Ada'],
  ['Ada\r\nBcc: x', 'Ada Bcc: x'],
  ['a\u2028b', 'a b'],
  ['a\u0000b', 'ab'],
  ['  Ada  ', 'Ada'],
  ['\u202E', ''],
  ['\u200D\u200D', ''],
])('%j is shown as %j', (given, shown) => expect(shownName(given)).toBe(shown))

test.each(['Zoë', 'می\u200Cخواهم', '👩\u200D🔬', '<b>=1+1</b>', 'ירושלים', '東京 オフィス'])(
  '%s stays as it is',
  (name) => expect(shownName(name)).toBe(name),
)

test('names that look alike are compared alike', () => {
  for (const name of ['Owner', 'own\u200Der', 'ｏｗｎｅｒ', ' owner\uFEFF'])
    expect(comparedName(name)).toBe('owner')
})

test('a name without anything that is seen is none, and one that is too long is refused', () => {
  const schema = shownNameSchema(5)
  expect(schema.safeParse('\u200B \u202E').success).toBe(false)
  expect(schema.safeParse('abcdef').success).toBe(false)
  expect(schema.parse('\u200Babcde\u200B')).toBe('abcde')
})

const id = '11111111-2222-4333-8444-555555555555'
const HOSTILE = ' own\u202Eer\u200B\n'

/** Bodies by which people name themselves and what belongs to an organisation. */
const naming: [RouteName, (name: string) => object][] = [
  ['register', (name) => ({ user: { name, email: 'a@b.example', credential: 'Battery-Staple-7' } })],
  ['updateUser', (name) => ({ id, name })],
  ['updateOrganization', (name) => ({ id, name })],
  ['createRole', (name) => ({ name, permissions: ['tools:view'] })],
  ['updateRole', (name) => ({ id, name })],
  ['createWorkspace', (name) => ({ name })],
  ['updateWorkspace', (name) => ({ id, name })],
  ['createApiKey', (keyName) => ({ keyName, permissions: ['tools:view'] })],
  ['updateApiKey', (keyName) => ({ keyName })],
  ['createProvisioningToken', (name) => ({ name })],
  ['renamePasskey', (name) => ({ name })],
]

test.each(naming)('%s keeps no name that hides or turns anything', (route, bodyOf) => {
  const { body } = allRoutes[route] as RouteDefinition
  const parsed = body?.safeParse(bodyOf(HOSTILE))
  expect(parsed).toMatchObject({ success: true })
  expect(JSON.stringify(parsed?.data)).toContain('"owner"')
  expect(body?.safeParse(bodyOf('\u202E\u200B')).success).toBe(false)
})
