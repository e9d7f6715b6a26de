import { databaseKinds } from '@runnel/db/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TestCaller } from '../testing/test-caller.ts'
import { ADMINISTRATOR, startTestServer, type TestServer } from '../testing/test-server.ts'

const SECOND = 1_000
const DAY = 24 * 60 * 60 * SECOND

describe.each(databaseKinds)('the life of a session on %s', (kind) => {
  let server: TestServer
  let later = 0

  beforeAll(async () => {
    server = await startTestServer({ kind })
    await server.administrator()
    server.context.now = () => Date.now() + later
  })

  afterEach(() => {
    later = 0
  })

  afterAll(() => server.stop())

  async function signIn(): Promise<TestCaller> {
    const caller = server.anonymous()
    const { email, password } = ADMINISTRATOR
    await caller.expect(200, 'POST', '/auth/login', { email, password })
    return caller
  }
  /** Somebody with a copy of the cookies as they are now. */
  const copyOf = ({ cookies }: TestCaller, ...names: string[]): TestCaller => {
    const copy = server.anonymous()
    for (const [name, value] of cookies) if (names.includes(name)) copy.cookies.set(name, value)
    return copy
  }
  const status = async (caller: TestCaller) => (await caller.call('GET', '/auth/session')).status

  test('an access token of before a refresh works for ten seconds more, for a second tab, and then no longer', async () => {
    const caller = await signIn()
    const copy = copyOf(caller, 'token')
    await caller.expect(200, 'POST', '/auth/refreshToken', {})
    expect(await status(copy)).toBe(200)
    later = 11 * SECOND
    expect(await status(copy)).toBe(401)
    expect(await status(caller)).toBe(200)
  })

  test('it ends ninety days after the sign-in, however often it is refreshed', async () => {
    const caller = await signIn()
    for (const days of [30, 60, 89]) {
      later = days * DAY
      await caller.expect(200, 'POST', '/auth/refreshToken', {})
    }
    later = 89 * DAY + 30 * 60 * SECOND
    expect(await status(caller)).toBe(200)
    later = 90 * DAY + SECOND
    expect((await caller.call('POST', '/auth/refreshToken', {})).status).toBe(401)
    expect(await status(caller)).toBe(401)
  })

  test('the refusal of a session that is over takes its cookies, and that of one which lives on takes none [S8-CLR-09]', async () => {
    const ended = await signIn()
    await copyOf(ended, 'token').expect(200, 'POST', '/account/logout', {})
    expect([...ended.cookies.keys()]).toContain('refreshToken')
    expect(await status(ended)).toBe(401)
    expect([...ended.cookies.keys()].filter((name) => name !== 'device')).toEqual([])
    const expired = await signIn()
    later = DAY
    expect(await status(expired)).toBe(401)
    later = 0
    const replaced = await signIn()
    const slow = copyOf(replaced, 'token', 'refreshToken')
    await replaced.expect(200, 'POST', '/auth/refreshToken', {})
    later = 11 * SECOND
    expect(await status(slow)).toBe(401)
    for (const caller of [expired, slow]) expect([...caller.cookies.keys()]).toContain('refreshToken')
  })

  test('a sign-out ends it by either cookie', async () => {
    for (const name of ['token', 'refreshToken']) {
      const caller = await signIn()
      const other = await signIn()
      await copyOf(caller, name).expect(200, 'POST', '/account/logout', {})
      expect([name, await status(caller), await status(other)]).toEqual([name, 401, 200])
      expect((await caller.call('POST', '/auth/refreshToken', {})).status).toBe(401)
    }
  })
})
