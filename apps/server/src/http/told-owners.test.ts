import { databaseKinds } from '@runnel/db/testing'
import { timedCode } from '@runnel/drivers/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type PeopleScene, startPeopleScene } from '../testing/people-scene.ts'

const STEP_MS = 30_000
const FACTOR = '/account/second-factor'

describe.each(databaseKinds)('who owns an account is told by mail, on %s', (kind) => {
  let scene: PeopleScene
  beforeAll(async () => {
    scene = await startPeopleScene(kind)
  })
  afterEach(() => scene.comeBack())
  afterAll(() => scene.stop())

  const next = async (email: string) => (await scene.mail?.take(email))?.text.replaceAll(/\s+/g, ' ')

  /** Somebody whose sign-in asks for a code, and what the mail about that said. */
  async function protect(email: string) {
    const { caller } = await scene.makeMember(email, ['chatflows:view'])
    const { secret } = await caller.expect<{ secret: string }>(200, 'POST', FACTOR, { password: PASSWORD })
    const { recoveryCodes } = await caller.expect<{ recoveryCodes: string[] }>(
      200,
      'POST',
      `${FACTOR}/confirm`,
      { code: timedCode(secret, scene.server.context.now()) },
    )
    return { caller, secret, recoveryCodes, told: await next(email) }
  }

  test('that a second factor is on, that its recovery codes are others, and that it is off', async () => {
    const email = 'anna@example.com'
    const { caller, secret, told } = await protect(email)
    expect(told).toContain('An authenticator app was set up')
    const proof = (at: number) => {
      scene.pass(STEP_MS * at)
      return { password: PASSWORD, code: timedCode(secret, scene.server.context.now()) }
    }
    await caller.expect(200, 'POST', `${FACTOR}/recovery-codes`, proof(2))
    expect(await next(email)).toContain('New recovery codes were made')
    await caller.expect(200, 'DELETE', FACTOR, proof(2))
    expect(await next(email)).toContain('does not ask for a code')
  })

  test('that a recovery code was used, at the sign-in and to prove who asks, and how many are left', async () => {
    const email = 'bert@example.com'
    const { recoveryCodes } = await protect(email)
    const [one, other] = recoveryCodes
    const caller = scene.server.anonymous()
    await caller.expect(200, 'POST', '/auth/login', { email, password: PASSWORD, code: one })
    expect(await next(email)).toContain('Codes that are left: 9.')
    await caller.expect(200, 'PUT', '/account/password', {
      oldPassword: PASSWORD,
      newPassword: 'Another-Staple-8',
      code: other,
    })
    const both = [await next(email), await next(email)].join(' ')
    expect(both).toContain('Codes that are left: 8.')
    expect(both).toContain('Your password was changed')
  })

  test('nothing of a recovery code when the code of the app was shown, or a wrong one', async () => {
    const email = 'cleo@example.com'
    const { secret } = await protect(email)
    const login = { email, password: PASSWORD }
    await scene.server.anonymous().expect(401, 'POST', '/auth/login', { ...login, code: 'wrong' })
    scene.pass(2 * STEP_MS)
    const code = timedCode(secret, scene.server.context.now())
    await scene.server.anonymous().expect(200, 'POST', '/auth/login', { ...login, code })
    await scene.server.anonymous().expect(201, 'POST', '/account/forgot-password', { user: { email } })
    expect(await next(email)).toContain('Set a new password by this link')
  })

  test('that a password was set by a link, in the language of who set it', async () => {
    const email = 'dora@example.com'
    await scene.makeMember(email, ['chatflows:view'])
    await scene.server.anonymous().expect(201, 'POST', '/account/forgot-password', { user: { email } })
    const tempToken = await scene.tokenFromMail(email)
    const user = { email, tempToken, password: 'Another-Staple-8' }
    const headers = { 'accept-language': 'de' }
    const answer = await scene.server.anonymous().call('POST', '/account/reset-password', { user }, headers)
    expect(answer.status).toBe(200)
    expect(await next(email)).toContain('Ihr Passwort wurde geändert')
  })

  test('and a server of mail that refuses keeps nobody from the act', async () => {
    const email = 'emil@example.com'
    const { caller, secret } = await protect(email)
    scene.mail?.refuse()
    scene.pass(2 * STEP_MS)
    const proof = { password: PASSWORD, code: timedCode(secret, scene.server.context.now()) }
    await caller.expect(200, 'DELETE', FACTOR, proof)
    expect(await caller.expect(200, 'GET', FACTOR)).toMatchObject({ isOn: false })
  })
})
