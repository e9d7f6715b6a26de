import { expect, test } from 'vitest'
import { createMemoryStorage } from './memory-storage.fixture.ts'
import { makeSignedInUser } from './signed-in-user.fixture.ts'
import { clearSession, noSession, readSession, storeSession, toSessionState } from './stored-session.ts'

const workspace = { id: 'w', name: 'Default', role: null, organizationId: 'o', organization: 'Acme' }

test('a session is kept under the named keys and comes back, without its token [S3-AUTH-01..07 S4-SESS-01 S4-SESS-02]', () => {
  const storage = createMemoryStorage()
  const session = toSessionState(makeSignedInUser())
  storeSession(storage, session)
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
  expect(keys.sort()).toEqual(['features', 'isAuthenticated', 'isGlobal', 'isSSO', 'permissions', 'user'])
  expect(keys.map((key) => storage.getItem(key ?? '')).join()).not.toContain('a-handle')
  expect(session.token).toBe('a-handle')
  expect(readSession(storage)).toEqual({ ...session, token: null })
  expect(session.user?.permissions).toEqual(['executions:view'])
})

test('the stored user is all that the sign-in told of them, but for the token [S3-USER-01..16]', () => {
  const storage = createMemoryStorage()
  storeSession(storage, toSessionState(makeSignedInUser({ assignedWorkspaces: [workspace] })))
  expect(JSON.parse(storage.getItem('user') ?? '')).toEqual({
    id: expect.any(String),
    email: 'ada@example.org',
    name: 'Ada',
    status: 'active',
    role: 'member',
    roleId: null,
    isSSO: false,
    activeOrganizationId: expect.any(String),
    activeOrganizationSubscriptionId: null,
    activeOrganizationCustomerId: null,
    activeOrganizationProductId: null,
    activeWorkspaceId: expect.any(String),
    activeWorkspace: 'Default',
    lastLogin: null,
    isOrganizationAdmin: false,
    assignedWorkspaces: [workspace],
    permissions: ['executions:view'],
  })
})

test('an administrator of the organisation is a global user [S1-USER-03]', () => {
  expect(toSessionState(makeSignedInUser({ isOrganizationAdmin: true })).isGlobal).toBe(true)
  expect(toSessionState(makeSignedInUser()).isGlobal).toBe(false)
})

test('the end of a session takes its keys and those of older clients, and leaves the choices [S4-SESS-05 S8-CLR-01..08]', () => {
  const storage = createMemoryStorage({ username: 'a', password: 'b', isDarkMode: 'true', language: 'de' })
  storeSession(storage, toSessionState(makeSignedInUser()))
  clearSession(storage)
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
  expect(keys.sort()).toEqual(['isDarkMode', 'language'])
  expect(readSession(storage)).toEqual(noSession)
})

test.each([
  { isAuthenticated: 'true', user: '{broken' },
  { isAuthenticated: 'true', user: 'null' },
  { isAuthenticated: 'true', user: '{"name":"no id"}' },
  { isAuthenticated: 'false', user: '{"id":"1"}' },
])('what cannot be read counts as no session: %j', (entries) => {
  expect(readSession(createMemoryStorage(entries))).toEqual(noSession)
})

test('broken permissions and features are none', () => {
  const entries = { isAuthenticated: 'true', user: '{"id":"1"}', permissions: '{"a":1}', features: '[1' }
  expect(readSession(createMemoryStorage(entries))).toMatchObject({ permissions: [], features: {} })
})
