import { databaseKinds } from '@runnel/db/testing'
import { timedCode } from '@runnel/drivers/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type PeopleScene, startPeopleScene } from '../testing/people-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const STEP_MS = 30_000

describe.each(databaseKinds)('a second factor on %s', (kind) => {
  let scene: PeopleScene
  beforeAll(async () => {
    scene = await startPeopleScene(kind)
  })
  afterEach(() => scene.comeBack())
  afterAll(() => scene.stop())

  const codeOf = (secret: string) => timedCode(secret, scene.server.context.now())
  const signIn = (email: string, code?: string, password = PASSWORD) =>
    scene.server.anonymous().call<{ code: string }>('POST', '/auth/login', {
      email,
      password,
      ...(code === undefined ? {} : { code }),
    })
  const begin = (caller: TestCaller) =>
    caller.expect<{ secret: string; otpauthUrl: string }>(200, 'POST', '/account/second-factor', {
      password: PASSWORD,
    })

  /** Somebody whose sign-in asks for a code; the first code was used up by the set-up. */
  async function protect(email: string) {
    const { caller, id } = await scene.makeMember(email, ['chatflows:view'])
    const { secret } = await begin(caller)
    const { recoveryCodes } = await caller.expect<{ recoveryCodes: string[] }>(
      200,
      'POST',
      '/account/second-factor/confirm',
      { code: codeOf(secret) },
    )
    return { caller, id, secret, recoveryCodes }
  }

  test('counts when a first code has proved it, and is asked after the password', async () => {
    const email = 'bob@example.com'
    const { caller } = await scene.makeMember(email, ['chatflows:view'])
    const { secret, otpauthUrl } = await begin(caller)
    expect(new URL(otpauthUrl).searchParams.get('secret')).toBe(secret)
    expect((await signIn(email)).status).toBe(200)
    const wrong = await caller.call('POST', '/account/second-factor/confirm', { code: '000000' })
    expect(wrong).toMatchObject({ status: 400, body: { issues: [{ path: 'code' }] } })
    await caller.expect(200, 'POST', '/account/second-factor/confirm', { code: codeOf(secret) })
    expect(await caller.expect(200, 'GET', '/account/second-factor')).toEqual({
      isOn: true,
      hasPasskeys: false,
      recoveryCodesLeft: 10,
    })
    expect(await signIn(email)).toMatchObject({ status: 401, body: { code: 'second_factor_required' } })
    scene.pass(2 * STEP_MS)
    expect((await signIn(email, codeOf(secret))).status).toBe(200)
  })

  test('is not passed by another call: nothing was begun before the code is there', async () => {
    const { secret } = await protect('carl@example.com')
    const caller = scene.server.anonymous()
    await caller.call('POST', '/auth/login', { email: 'carl@example.com', password: PASSWORD })
    expect([...caller.cookies.keys()]).toEqual([])
    expect((await caller.call('POST', '/auth/refreshToken', {})).status).toBe(401)
    expect(
      (await caller.call('POST', '/account/second-factor/confirm', { code: codeOf(secret) })).status,
    ).toBe(401)
  })

  test('tells nothing to who does not know the password', async () => {
    const { secret } = await protect('dora@example.com')
    scene.pass(2 * STEP_MS)
    const answers = [
      await signIn('dora@example.com', undefined, 'Wrong-Staple-1'),
      await signIn('dora@example.com', codeOf(secret), 'Wrong-Staple-1'),
      await signIn('nobody@example.com', '123456', 'Wrong-Staple-1'),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [401, 'wrong_credentials']),
    )
  })

  test('takes a code once, however many use it at once, and none of before it', async () => {
    const { secret } = await protect('emma@example.com')
    scene.pass(2 * STEP_MS)
    const code = codeOf(secret)
    const uses = await Promise.all([1, 2, 3].map(() => signIn('emma@example.com', code)))
    // What fails is told as wrong, or right after another failure as too soon.
    const refusal = expect.toBeOneOf([401, 429])
    expect(uses.map(({ status }) => status).toSorted()).toEqual([200, refusal, refusal])
    const before = timedCode(secret, scene.server.context.now() - STEP_MS)
    expect((await signIn('emma@example.com', before)).status).toEqual(refusal)
  })

  test('locks after wrong codes, for a right one too; a recovery code opens meanwhile, once', async () => {
    const { secret, recoveryCodes } = await protect('fred@example.com')
    scene.pass(2 * STEP_MS)
    for (let index = 0; index < 5; index++)
      expect((await signIn('fred@example.com', '000000')).status).toBe(401)
    expect((await signIn('fred@example.com', codeOf(secret))).status).toBe(429)
    const [first = ''] = recoveryCodes
    expect((await signIn('fred@example.com', first.toUpperCase())).status).toBe(200)
    expect((await signIn('fred@example.com', first)).status).toBe(401)
    expect((await signIn('fred@example.com', codeOf(secret))).status).toBe(200)
  })

  test('goes with password and code, and an old recovery code with new ones', async () => {
    const { caller, secret, recoveryCodes } = await protect('gina@example.com')
    const path = '/account/second-factor'
    scene.pass(2 * STEP_MS)
    const replaced = await caller.expect<{ recoveryCodes: string[] }>(200, 'POST', `${path}/recovery-codes`, {
      password: PASSWORD,
      code: codeOf(secret),
    })
    expect((await signIn('gina@example.com', recoveryCodes[1])).status).toBe(401)
    const [fresh = ''] = replaced.recoveryCodes
    const without = { password: 'Wrong-Staple-1', code: fresh }
    expect((await caller.call('DELETE', path, without)).status).toBe(400)
    expect((await caller.call('DELETE', path, { password: PASSWORD, code: '000000' })).status).toBe(400)
    await caller.expect(200, 'DELETE', path, { password: PASSWORD, code: fresh })
    expect((await signIn('gina@example.com')).status).toBe(200)
  })

  test('is reset by who manages users, of those who hold no more than they do', async () => {
    const { id, caller } = await protect('hugo@example.com')
    const { caller: manager } = await scene.makeMember('ida@example.com', ['users:manage', 'chatflows:view'])
    const { caller: lesser } = await scene.makeMember('lea@example.com', ['users:manage'])
    const own = await scene.administrator.expect<{ id: string }>(200, 'GET', '/auth/session')
    const reset = (by: TestCaller, user: string) => by.call('DELETE', `/account/second-factor/${user}`)
    expect((await reset(caller, id)).status).toBe(403)
    expect((await reset(lesser, id)).status).toBe(403)
    expect((await reset(manager, own.id)).status).toBe(403)
    expect((await reset(manager, '00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await reset(manager, id)).status).toBe(200)
    expect((await signIn('hugo@example.com')).status).toBe(200)
  })

  test('leaves no secret and no code in the database, and each step in the audit log', async () => {
    const { secret, recoveryCodes, id } = await protect('jack@example.com')
    const dump = await scene.server.dump()
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(dump).not.toContain(text)
    const log = await scene.administrator.expect<{ data: object[] }>(
      200,
      'GET',
      '/audit/entries?action=second-factor.on&limit=1',
    )
    expect(log.data).toMatchObject([{ subject: { id, name: 'jack@example.com' } }])
  })
})
