import { databaseKinds } from '@runnel/db/testing'
import { timedCode } from '@runnel/drivers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '../testing/people-scene.ts'
import { type SignOnScene, startSignOnScene } from '../testing/sign-on-scene.ts'
import { createSoftwarePasskey } from '../testing/software-passkey.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const OTHER_PASSWORD = 'Lantern-Orchard-4'

describe.each(databaseKinds)('what is taken back while somebody signs in by it, on %s', (kind) => {
  let scene: SignOnScene
  beforeAll(async () => {
    scene = await startSignOnScene(kind, { hasMail: true, env: { HOST: 'localhost' } })
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

  /** Somebody with a second factor: a browser that has a proof for each act, and one that signed in after it. */
  async function signInTwice(name: string) {
    const email = `${name}@example.com`
    const { caller: thief } = await scene.makeMember(email, [])
    const { secret } = await thief.expect<{ secret: string }>(200, 'POST', '/account/second-factor', {
      password: PASSWORD,
    })
    const { recoveryCodes } = await thief.expect<{ recoveryCodes: string[] }>(
      200,
      'POST',
      '/account/second-factor/confirm',
      { code: timedCode(secret, scene.server.context.now()) },
    )
    const owner = await signInByCode(email, recoveryCodes[0])
    return { thief, owner, proof: { password: PASSWORD, code: recoveryCodes[1] } }
  }

  async function signInByCode(email: string, code: string | undefined) {
    const caller = scene.server.anonymous()
    await caller.expect(200, 'POST', '/auth/login', { email, password: PASSWORD, code })
    return caller
  }

  /** What tells how an account is opened, beside its password. */
  async function tellWaysIn(owner: TestCaller) {
    const [factor, passkeys, account] = await Promise.all([
      owner.expect<{ isOn: boolean; recoveryCodesLeft: number }>(200, 'GET', '/account/second-factor'),
      owner.expect<unknown[]>(200, 'GET', '/account/passkeys'),
      owner.expect<{ email: string }>(200, 'GET', '/auth/session'),
    ])
    return { isOn: factor.isOn, left: factor.recoveryCodesLeft, passkeys, email: account.email }
  }

  const changes: [string, ['POST' | 'PUT' | 'DELETE', string], object][] = [
    ['deletes no account', ['DELETE', '/account/delete'], { confirmationText: 'permanently delete' }],
    ['gets no recovery codes', ['POST', '/account/second-factor/recovery-codes'], {}],
    ['takes no app off', ['DELETE', '/account/second-factor'], {}],
    ['asks for no other address', ['PUT', '/account/email'], { email: 'thief@elsewhere.example' }],
  ]
  test.each(changes)(
    'a sign-in that is ended while its proof is looked at %s',
    async (_what, [method, path], more) => {
      const { thief, owner, proof } = await signInTwice(`fay${path.replaceAll('/', '.')}`)
      const before = await tellWaysIn(owner)
      afterPassword(() => owner.expect(200, 'DELETE', '/account/sessions'))
      expect((await thief.call(method, path, { ...proof, ...more })).status).toBe(401)
      // The proof itself was used up: it was right.
      expect(await tellWaysIn(owner)).toEqual({ ...before, left: before.left - 1 })
    },
  )

  test('a sign-in that is ended while its proof is looked at takes no passkey away', async () => {
    const email = 'gus.passkey@example.com'
    const { caller: thief } = await scene.makeMember(email, [])
    const key = createSoftwarePasskey({ origin: scene.server.origin, rpId: 'localhost' })
    const begin = ['/account/passkeys/options', { password: PASSWORD }] as const
    const options = await thief.expect<Parameters<typeof key.make>[0]>(200, 'POST', ...begin)
    const made = { name: 'Telephone', passkey: key.make(options) }
    const { passkey, recoveryCodes } = await thief.expect<{
      passkey: { id: string }
      recoveryCodes: string[]
    }>(200, 'POST', '/account/passkeys', made)
    const owner = await signInByCode(email, recoveryCodes[0])
    afterPassword(() => owner.expect(200, 'DELETE', '/account/sessions'))
    const removal = { password: PASSWORD, code: recoveryCodes[1] }
    expect((await thief.call('DELETE', `/account/passkeys/${passkey.id}`, removal)).status).toBe(401)
    expect(await owner.expect<unknown[]>(200, 'GET', '/account/passkeys')).toHaveLength(1)
  })

  test('nor the link to a provider', async () => {
    await scene.save('oidc')
    const email = 'hal.linked@example.com'
    const { caller: thief } = await scene.makeMember(email, [])
    const wish = { providerName: 'oidc', password: PASSWORD }
    const { url } = await thief.expect<{ url: string }>(200, 'POST', '/loginmethod/own', wish)
    scene.oidc.person = { subject: 'hal.linked', email, emailVerified: true }
    await scene.comeBack(thief, await scene.oidc.signIn(url))
    const owner = await scene.signIn(email)
    afterPassword(() => owner.expect(200, 'DELETE', '/account/sessions'))
    const unlink = await thief.call('DELETE', '/loginmethod/own/oidc', { password: PASSWORD })
    expect(unlink.status).toBe(401)
    const known = await owner.expect<{ methods: { isLinked: boolean }[] }>(200, 'GET', '/loginmethod/own')
    expect(known.methods.some(({ isLinked }) => isLinked)).toBe(true)
  })
})
