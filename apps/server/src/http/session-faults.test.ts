import { databaseKinds } from '@runnel/db/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { ADMINISTRATOR, startTestServer, type TestServer } from '../testing/test-server.ts'

const fault = (code: string) => Object.assign(new Error('words of the database'), { code, severity: 'ERROR' })

describe.each(databaseKinds)('a session, while the database on %s has a fault', (kind) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ kind })
    await server.administrator()
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  afterAll(() => server.stop())

  async function signIn() {
    const caller = server.anonymous()
    const { email, password } = ADMINISTRATOR
    await caller.expect(200, 'POST', '/auth/login', { email, password })
    return caller
  }
  const copyOf = (cookies: Map<string, string>) => {
    const copy = server.anonymous()
    for (const [name, value] of cookies) copy.cookies.set(name, value)
    return copy
  }

  test.each([
    ['is full', '53100', 503],
    ['is away', 'ECONNREFUSED', 503],
    ['does something unforeseen', '42P01', 500],
  ])('outlives a refresh while it %s', async (_what, code, status) => {
    const caller = await signIn()
    const before = new Map(caller.cookies)
    vi.spyOn(server.context.db.system.sessions, 'rotate').mockRejectedValueOnce(fault(code))
    const failed = await caller.call('POST', '/auth/refreshToken', {})
    expect(failed.status).toBe(status)
    expect(failed.headers.getSetCookie()).toEqual([])
    expect(caller.cookies).toEqual(before)
    await caller.expect(200, 'POST', '/auth/refreshToken', {})
    await caller.expect(200, 'GET', '/auth/session')
  })

  test('goes on with its new tokens when the fault comes after they were stored', async () => {
    const caller = await signIn()
    const before = new Map(caller.cookies)
    const { sessions, accounts } = server.context.db.system
    const { rotate } = sessions
    vi.spyOn(sessions, 'rotate').mockImplementationOnce(async (rotation) => {
      const rotated = await rotate(rotation)
      vi.spyOn(accounts, 'findUser').mockRejectedValueOnce(fault('ECONNRESET'))
      return rotated
    })
    expect((await caller.call('POST', '/auth/refreshToken', {})).status).toBe(503)
    expect(caller.cookies.get('refreshToken')).not.toBe(before.get('refreshToken'))
    server.context.now = () => Date.now() + 60_000
    await caller.expect(200, 'GET', '/auth/session')
    await caller.expect(200, 'POST', '/auth/refreshToken', {})
    server.context.now = Date.now
  })

  test('is not looked at by what is the same for everybody', async () => {
    const away = fault('ECONNREFUSED')
    const find = vi.spyOn(server.context.db.system.sessions, 'findByAccessHash').mockRejectedValue(away)
    const stranger = server.anonymous()
    stranger.cookies.set('token', 'made-up')
    for (const path of ['/ping', '/version', '/ready', '/settings', '/ip'])
      expect([path, (await stranger.call('GET', path)).status]).toEqual([path, 200])
    expect((await stranger.call('POST', '/auth/resolve', {})).status).toBe(200)
    expect(find).not.toHaveBeenCalled()
  })

  test('leaves the browser with a sign-out that the server cannot note', async () => {
    const caller = await signIn()
    vi.spyOn(server.context.db.system.sessions, 'end').mockRejectedValueOnce(fault('ECONNREFUSED'))
    expect((await caller.call('POST', '/account/logout', {})).status).toBe(503)
    expect([...caller.cookies.keys()]).toEqual(['device'])
  })

  test('loses its cookies once it is over', async () => {
    const caller = await signIn()
    const kept = copyOf(caller.cookies)
    await caller.expect(200, 'POST', '/account/logout', {})
    expect((await kept.call('POST', '/auth/refreshToken', {})).status).toBe(401)
    expect([...kept.cookies.keys()]).toEqual(['device'])
  })
})
