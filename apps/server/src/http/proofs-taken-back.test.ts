import { databaseKinds } from '@runnel/db/testing'
import { timedCode } from '@runnel/drivers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '../testing/people-scene.ts'
import { type SignOnScene, startSignOnScene } from '../testing/sign-on-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const OTHER_PASSWORD = 'Lantern-Orchard-4'

describe.each(databaseKinds)('what is taken back while somebody signs in by it, on %s', (kind) => {
  let scene: SignOnScene
  beforeAll(async () => {
    scene = await startSignOnScene(kind, { hasMail: true })
  })
  afterAll(() => scene.stop())

  /** Does something after a password was found right, and before a session comes of it. */
  function afterPassword(act: () => Promise<unknown>): void {
    const { context } = scene.server
    const { passwords } = context
    context.passwords = {
      ...passwords,
      async verify(password, hash) {
        const fits = await passwords.verify(password, hash)
        context.passwords = passwords
        await act()
        return fits
      },
    }
  }

  /** Does something while a provider is asked for its token. */
  function whileProviderIsAsked(act: () => Promise<unknown>): void {
    const { context } = scene.server
    const { egress } = context
    context.egress = {
      ...egress,
      fetchWith: (options) => async (input, init) => {
        if (init?.method === 'POST') {
          context.egress = egress
          await act()
        }
        return egress.fetchWith(options)(input, init)
      },
    }
  }

  const isIn = async (caller: TestCaller) => (await caller.call('GET', '/auth/session')).status === 200
  const logIn = (caller: TestCaller, email: string) =>
    caller.call('POST', '/auth/login', { email, password: PASSWORD })

  test('a password that is reset meanwhile begins no session, and is told as a wrong one', async () => {
    const email = 'ada.reset@example.com'
    await scene.makeMember(email, [])
    const thief = scene.server.anonymous()
    afterPassword(async () => {
      await scene.server.anonymous().expect(201, 'POST', '/account/forgot-password', { user: { email } })
      const user = { email, tempToken: await scene.tokenFromMail(email), password: OTHER_PASSWORD }
      await scene.server.anonymous().expect(200, 'POST', '/account/reset-password', { user })
    })
    expect(await logIn(thief, email)).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
    expect(await isIn(thief)).toBe(false)
    await scene.signIn(email, OTHER_PASSWORD)
  })

  test('a password to which a second factor comes meanwhile begins no session', async () => {
    const email = 'ben.factor@example.com'
    const { caller: owner } = await scene.makeMember(email, [])
    const thief = scene.server.anonymous()
    const { secret } = await owner.expect<{ secret: string }>(200, 'POST', '/account/second-factor', {
      password: PASSWORD,
    })
    afterPassword(async () => {
      // After the account was asked whether it has one.
      const { accounts } = scene.server.context.db.system
      const { restoreAdministratorPlaces } = accounts
      accounts.restoreAdministratorPlaces = async (...given) => {
        accounts.restoreAdministratorPlaces = restoreAdministratorPlaces
        const code = timedCode(secret, scene.server.context.now())
        await owner.expect(200, 'POST', '/account/second-factor/confirm', { code })
        return restoreAdministratorPlaces(...given)
      }
    })
    expect((await logIn(thief, email)).status).toBe(401)
    expect(await isIn(thief)).toBe(false)
    expect(await isIn(owner)).toBe(true)
  })

  test('a login method that is switched off while its provider is asked lets nobody in, and makes no account', async () => {
    await scene.save('oidc')
    const email = 'cleo.off@example.com'
    scene.oidc.person = { subject: 'cleo.off', email, emailVerified: true }
    const caller = scene.server.anonymous()
    const back = await scene.oidc.signIn(await scene.begin(caller, 'oidc'))
    whileProviderIsAsked(() => scene.save('oidc', {}, 'disable'))
    expect((await scene.comeBack(caller, back)).fault).toBeDefined()
    expect(await isIn(caller)).toBe(false)
    expect(await scene.findPerson(email)).toBeUndefined()
  })

  test('so does one that becomes that of another client', async () => {
    await scene.save('oidc')
    const email = 'dora.other@example.com'
    scene.oidc.person = { subject: 'dora.other', email, emailVerified: true }
    const caller = scene.server.anonymous()
    const back = await scene.oidc.signIn(await scene.begin(caller, 'oidc'))
    whileProviderIsAsked(() => scene.save('oidc', { clientID: 'another' }))
    expect((await scene.comeBack(caller, back)).fault).toBe('sso_unknown_way')
    expect(await scene.findPerson(email)).toBeUndefined()
  })

  test('an assertion that was read by certificates of before opens nothing by others', async () => {
    await scene.save('saml')
    const caller = scene.server.anonymous()
    const { to, ...form } = await scene.saml.answer(await scene.begin(caller, 'saml'))
    const { origin } = scene.server
    const posted = await scene.server
      .anonymous()
      .call('POST', to.replace(origin, ''), new URLSearchParams(form).toString(), {
        'x-request-from': '',
        'content-type': 'application/x-www-form-urlencoded',
      })
    const next = new URL(posted.headers.get('location') ?? '', origin)
    expect(next.pathname).toMatch(/\/finish$/)
    await scene.save('saml', { entityId: 'https://another.example.com' })
    const arrival = await scene.comeBack(caller, `${next.pathname}${next.search}`)
    expect(arrival.fault).toBe('sso_unknown_way')
    expect(await isIn(caller)).toBe(false)
  })

  test('a provider is not linked for a sign-in that ends while it is asked', async () => {
    await scene.save('oidc')
    const email = 'eve.link@example.com'
    const { caller: thief } = await scene.makeMember(email, [])
    const wish = { providerName: 'oidc', password: PASSWORD }
    const { url } = await thief.expect<{ url: string }>(200, 'POST', '/loginmethod/own', wish)
    scene.oidc.person = { subject: 'eve.link', email, emailVerified: true }
    const back = await scene.oidc.signIn(url)
    const owner = await scene.signIn(email)
    whileProviderIsAsked(() => owner.expect(200, 'DELETE', '/account/sessions'))
    expect((await scene.comeBack(thief, back)).fault).toBeDefined()
    const known = await owner.expect<{ methods: { isLinked: boolean }[] }>(200, 'GET', '/loginmethod/own')
    expect(known.methods.some(({ isLinked }) => isLinked)).toBe(false)
  })
})
