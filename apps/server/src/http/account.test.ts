import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ADMINISTRATOR, startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

const register = {
  user: { name: ADMINISTRATOR.name, email: ADMINISTRATOR.email, credential: ADMINISTRATOR.password },
}

describe('the first administrator', () => {
  test('is asked for while nobody can sign in', async () => {
    expect((await server.anonymous().call('POST', '/auth/resolve', {})).body).toEqual({
      redirectUrl: '/organization-setup',
      needsSetupToken: false,
    })
  })

  test.each([
    ['a forwarding header', { 'x-forwarded-for': '127.0.0.1' }],
    ['another origin', { origin: 'http://127.0.0.1:1' }],
  ])('needs the console’s token with %s', async (_name, headers) => {
    const answer = await server.anonymous().call('POST', '/account/register', register, headers)
    expect([401, 403]).toContain(answer.status)
  })

  test('needs a good password, and every fault is named', async () => {
    const answer = await server
      .anonymous()
      .call<{ issues: { path: string }[] }>('POST', '/account/register', {
        user: { ...register.user, credential: 'short' },
      })
    expect(answer.status).toBe(400)
    expect(answer.body.issues.every(({ path }) => path === 'user.credential')).toBe(true)
  })

  test('cannot bring rows of its own', async () => {
    const answer = await server
      .anonymous()
      .call('POST', '/account/register', { ...register, role: { name: 'god' } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  })

  test('is made once [S7-ACC-02]', async () => {
    const made = await server.anonymous().call('POST', '/account/register', register)
    expect(made).toMatchObject({
      status: 201,
      body: { user: { email: ADMINISTRATOR.email }, workspace: { name: 'Default Workspace' } },
    })
    expect(made.text).not.toContain('argon2')
    expect(await server.anonymous().call('POST', '/account/register', register)).toMatchObject({
      status: 409,
      body: { code: 'already_set_up' },
    })
    expect((await server.anonymous().call('POST', '/auth/resolve', {})).body).toEqual({
      redirectUrl: '/signin',
    })
  })
})

describe('a session', () => {
  const login = { email: ADMINISTRATOR.email, password: ADMINISTRATOR.password }

  test('begins with a password and holds the user [S1-USER-01 S1-USER-02 S1-USER-04 S3-USER-17..19]', async () => {
    const caller = server.anonymous()
    const user = await caller.expect<Record<string, unknown>>(200, 'POST', '/auth/login', login)
    expect(user).toMatchObject({
      email: ADMINISTRATOR.email,
      isOrganizationAdmin: true,
      activeWorkspace: 'Default Workspace',
    })
    expect(user).toMatchObject({ activeOrganizationId: expect.any(String), token: expect.any(String) })
    expect(user.assignedWorkspaces).toMatchObject([{ id: user.activeWorkspaceId, name: 'Default Workspace' }])
    expect(user.permissions).toContain('chatflows:view')
    expect(user.features).toMatchObject({ 'feat:users': 'true', 'feat:datasets': 'false' })
    expect([...caller.cookies.keys()].sort()).toEqual(['device', 'refreshToken', 'token'])
    expect(await caller.expect(200, 'GET', '/auth/session')).toMatchObject({ email: ADMINISTRATOR.email })
  })

  test('is told that no name and password guard the installation, and that none fit [S7-ACC-09 S7-ACC-10]', async () => {
    const caller = server.anonymous()
    await caller.expect(200, 'POST', '/auth/login', login)
    const path = '/account/basic-auth'
    expect(await caller.expect(200, 'GET', path)).toEqual({ isUsernamePasswordSet: false })
    const own = { username: ADMINISTRATOR.email, password: ADMINISTRATOR.password }
    expect(await caller.expect(200, 'POST', path, own)).toEqual({ message: 'Authentication failed' })
    expect((await caller.call('POST', path, {})).status).toBe(400)
    expect((await server.anonymous().call('POST', path, own)).status).toBe(401)
  })

  test('gives a token in the body that opens nothing', async () => {
    const user = await server.anonymous().expect<{ token: string }>(200, 'POST', '/auth/login', login)
    const withBearer = await server
      .anonymous()
      .call('GET', '/chatflows', undefined, { authorization: `Bearer ${user.token}` })
    const withCookie = await server
      .anonymous()
      .call('GET', '/chatflows', undefined, { cookie: `token=${user.token}` })
    expect([withBearer.status, withCookie.status]).toEqual([401, 401])
  })

  test('looks the same to an unknown user and a wrong password', async () => {
    const wrong = await server
      .anonymous()
      .call('POST', '/auth/login', { ...login, password: 'Wrong-Horse-9' })
    const unknown = await server
      .anonymous()
      .call('POST', '/auth/login', { ...login, email: 'nobody@example.com' })
    const strip = (body: unknown) => ({ ...(body as object), requestId: '' })
    expect(wrong.status).toBe(401)
    expect(strip(unknown.body)).toEqual(strip(wrong.body))
  })

  test('is not begun, used or ended without the internal header', async () => {
    const caller = server.anonymous()
    expect((await caller.call('POST', '/auth/login', login, { 'x-request-from': '' })).status).toBe(403)
    await caller.expect(200, 'POST', '/auth/login', login)
    expect((await caller.call('POST', '/variables', { name: 'a' }, { 'x-request-from': '' })).status).toBe(
      403,
    )
    expect((await caller.call('POST', '/account/logout', {}, { 'x-request-from': '' })).status).toBe(403)
  })

  test('is not used from a page of another origin', async () => {
    const caller = await server.administrator().catch(() => server.anonymous())
    await caller.expect(200, 'POST', '/auth/login', login)
    expect(
      (await caller.call('POST', '/variables', { name: 'b' }, { origin: 'https://evil.example' })).status,
    ).toBe(403)
    expect(
      (await caller.call('POST', '/variables', { name: 'b' }, { 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(403)
  })

  test('is renewed by its refresh cookie, with the same successor for two tabs', async () => {
    const caller = server.anonymous()
    await caller.expect(200, 'POST', '/auth/login', login)
    const before = caller.cookies.get('refreshToken') ?? ''
    const cookie = `refreshToken=${before}`
    const [first, second] = await Promise.all([
      server.anonymous().open('POST', '/auth/refreshToken', {}, { cookie }),
      server.anonymous().open('POST', '/auth/refreshToken', {}, { cookie }),
    ])
    expect([first.status, second.status]).toEqual([200, 200])
    const cookiesOf = (response: Response) =>
      response.headers.getSetCookie().map((line) => line.split(';')[0])
    expect(cookiesOf(first)).toEqual(cookiesOf(second))
    expect(cookiesOf(first)).not.toContain(cookie)
  })

  test('ends on logout, also for whoever kept the cookie [S7-ACC-08]', async () => {
    const caller = server.anonymous()
    await caller.expect(200, 'POST', '/auth/login', login)
    const kept = [...caller.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    expect(await caller.expect(200, 'POST', '/account/logout', {})).toEqual({
      message: 'logged_out',
      redirectTo: '/login',
    })
    expect([...caller.cookies.keys()]).toEqual(['device'])
    const late = await server.anonymous().call('GET', '/auth/session', undefined, { cookie: kept })
    expect(late).toMatchObject({ status: 401, body: { message: 'Invalid or Missing token' } })
  })

  test('is refused with the gate’s own words', async () => {
    expect(await server.anonymous().call('GET', '/chatflows')).toMatchObject({
      status: 401,
      body: { message: 'Invalid or Missing token' },
    })
  })

  test('slows guessing', async () => {
    // However long the tries take, none of them is late enough for another.
    const clock = vi.spyOn(server.context, 'now').mockReturnValue(Date.now())
    const guesses = Array.from({ length: 12 }, () =>
      server.anonymous().call('POST', '/auth/login', { email: 'guess@example.com', password: 'x' }),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    const late = await server
      .anonymous()
      .call('POST', '/auth/login', { email: 'guess@example.com', password: 'x' })
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    clock.mockRestore()
    expect(late.status).toBe(429)
  })
})
