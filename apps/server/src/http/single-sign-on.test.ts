import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '../testing/people-scene.ts'
import { type SignOnScene, startSignOnScene } from '../testing/sign-on-scene.ts'
import { ADMINISTRATOR } from '../testing/test-server.ts'

/** The signed-in user, as far as these tests look. */
interface Whoami {
  id: string
  email: string
  name: string
  isSSO: boolean
  permissions: string[]
  assignedWorkspaces: object[]
}

describe.each(databaseKinds)('single sign-on on %s', (kind) => {
  let scene: SignOnScene
  beforeAll(async () => {
    scene = await startSignOnScene(kind)
    await scene.save('oidc')
    await scene.save('saml')
  })
  afterAll(() => scene.stop())

  const whoami = (caller: { expect<T>(status: number, method: string, path: string): Promise<T> }) =>
    caller.expect<Whoami>(200, 'GET', '/auth/session')

  test('somebody whom nobody knows gets an account with the role of new people', async () => {
    const { caller, arrival } = await scene.signInByOidc()
    expect([arrival.path, arrival.fault]).toEqual(['/sso-success', undefined])
    const path = `/auth/sso-success?token=${arrival.query.get('token')}`
    const told = await caller.expect<Whoami>(200, 'GET', path)
    expect(told).toMatchObject({ email: 'nora@example.com', name: 'Nora New', isSSO: true })
    expect(told.permissions).toEqual(['chatflows:view'])
    expect(told.assignedWorkspaces).toHaveLength(1)
    // The token works once; the session goes on.
    expect((await caller.call('GET', path)).status).toBe(401)
    expect(await whoami(caller)).toMatchObject({ id: told.id, isSSO: true })
    const refreshed = await caller.expect<Whoami>(200, 'POST', '/auth/refreshToken', {})
    expect(refreshed).toMatchObject({ id: told.id, isSSO: true })
    expect((await caller.call('GET', '/loginmethod')).status).toBe(403)
  })

  test('comes back to the same account by issuer and subject, whatever the address says now', async () => {
    const first = await whoami((await scene.signInByOidc()).caller)
    scene.oidc.person = { subject: 'person-1', email: 'nora.other@example.com', emailVerified: false }
    const again = await whoami((await scene.signInByOidc()).caller)
    expect([again.id, again.email]).toEqual([first.id, 'nora@example.com'])
  })

  test('signs in by SAML, and again', async () => {
    const { caller, arrival } = await scene.signInBySaml()
    expect([arrival.path, arrival.fault]).toEqual(['/sso-success', undefined])
    const first = await whoami(caller)
    expect(first).toMatchObject({ email: 'sam@example.com', name: 'Sam Saml', isSSO: true })
    expect((await whoami((await scene.signInBySaml()).caller)).id).toBe(first.id)
  })

  test('is written down at its end, too, by the way in which it began', async () => {
    const { caller } = await scene.signInBySaml()
    await caller.expect(200, 'POST', '/account/logout', {})
    const { data } = await scene.administrator.expect<{ data: object[] }>(
      200,
      'POST',
      '/audit/login-activity',
      { activityCodes: [1], search: 'sam@' },
    )
    expect(data).toMatchObject([{ username: 'sam@example.com', loginMode: 'saml' }])
  })

  test('is written down: the sign-in, the new account, who kept the login method', async () => {
    const { data } = await scene.administrator.expect<{ data: { username: string; loginMode: string }[] }>(
      200,
      'POST',
      '/audit/login-activity',
      { activityCodes: [0] },
    )
    expect(data).toContainEqual(expect.objectContaining({ username: 'nora@example.com', loginMode: 'oidc' }))
    expect(data).toContainEqual(expect.objectContaining({ username: 'sam@example.com', loginMode: 'saml' }))
    const audit = await scene.administrator.expect<{ data: { action: string }[] }>(
      200,
      'GET',
      '/audit/entries?page=1&limit=50',
    )
    const actions = audit.data.map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['login-method.saved', 'user.provisioned']))
  })

  test('[S6-SSO-01] changes nothing of the account', async () => {
    const { caller } = await scene.signInByOidc()
    const { id } = await whoami(caller)
    const password = 'Battery-Staple-7'
    for (const [method, path, body] of [
      ['PUT', '/user', { id, name: 'Other' }],
      ['PUT', '/account/password', { oldPassword: password, newPassword: `${password}a` }],
      ['POST', '/account/second-factor', { password }],
      // A passkey would open the account without the provider, and everywhere.
      ['POST', '/account/passkeys/options', { password }],
      ['POST', '/loginmethod/own', { providerName: 'saml', password }],
      ['DELETE', '/loginmethod/own/oidc', { password }],
    ] as const)
      expect([path, (await caller.call(method, path, body)).status]).toEqual([path, 403])
  })

  describe('an account that is there already', () => {
    test('is not given to who tells its address; its owner links the two while signed in', async () => {
      const mia = await scene.makeMember('mia@example.com', ['variables:view'])
      scene.oidc.person = { subject: 'mia-at-work', email: 'mia@example.com', emailVerified: true }
      const refused = await scene.signInByOidc()
      expect(refused.arrival.path).toBe('/signin')
      expect(refused.arrival.fault).toContain('sso_address_taken')
      expect((await refused.caller.call('GET', '/auth/session')).status).toBe(401)

      const { url } = await mia.caller.expect<{ url: string }>(200, 'POST', '/loginmethod/own', {
        providerName: 'oidc',
        password: PASSWORD,
      })
      const elsewhere = await scene.signIn('mia@example.com')
      const linked = await scene.comeBack(mia.caller, await scene.oidc.signIn(url))
      expect([linked.path, linked.query.get('linked')]).toEqual(['/account', 'true'])
      // Other browsers are signed out, this one is not.
      expect((await elsewhere.call('GET', '/auth/session')).status).toBe(401)
      expect(await whoami(mia.caller)).toMatchObject({ id: mia.id, isSSO: false })
      const { caller } = await scene.signInByOidc()
      expect(await whoami(caller)).toMatchObject({ id: mia.id, isSSO: true, permissions: ['variables:view'] })

      const own = await mia.caller.expect<{ methods: object[] }>(200, 'GET', '/loginmethod/own')
      expect(own.methods).toContainEqual({
        providerName: 'oidc',
        issuer: scene.oidc.issuer,
        isLinked: true,
        email: 'mia@example.com',
      })
      await mia.caller.expect(200, 'DELETE', '/loginmethod/own/oidc', { password: PASSWORD })
      expect((await caller.call('GET', '/auth/session')).status).toBe(401)
      expect((await scene.signInByOidc()).arrival.fault).toContain('sso_address_taken')
    })

    test('is linked to nothing on a platform that has no such sign-in', async () => {
      const { caller } = await scene.makeMember('olga@example.com', ['variables:view'])
      const { context } = scene.server
      const { settings } = context
      const link = () => caller.call('POST', '/loginmethod/own', { providerName: 'oidc', password: PASSWORD })
      try {
        context.settings = { ...settings, platformType: 'open source' }
        expect((await link()).status).toBe(404)
      } finally {
        context.settings = settings
      }
      expect((await link()).status).toBe(200)
    })

    test('is linked only in the browser, and by the sign-in, that asked for it', async () => {
      const lea = await scene.makeMember('lea@example.com', [])
      const max = await scene.makeMember('max@example.com', [])
      scene.oidc.person = { subject: 'attacker', email: 'attacker@example.com', emailVerified: true }
      const { url } = await lea.caller.expect<{ url: string }>(200, 'POST', '/loginmethod/own', {
        providerName: 'oidc',
        password: PASSWORD,
      })
      const back = await scene.oidc.signIn(url)
      // The beginning lies in the browser that began; taken into another one, it is not that one's sign-in.
      max.caller.cookies.set('signOn', lea.caller.cookies.get('signOn') ?? '')
      const arrival = await scene.comeBack(max.caller, back)
      expect(arrival.fault).toContain('sso_unknown_way')
      const { methods } = await max.caller.expect<{ methods: { isLinked: boolean }[] }>(
        200,
        'GET',
        '/loginmethod/own',
      )
      expect(methods.some(({ isLinked }) => isLinked)).toBe(false)
    })

    test('of somebody who was only invited stays theirs: the link of the invitation makes a member', async () => {
      await scene.invite('invited@example.com', scene.roleId)
      scene.oidc.person = { subject: 'invited', email: 'invited@example.com', emailVerified: true }
      expect((await scene.signInByOidc()).arrival.fault).toContain('sso_address_taken')
    })

    test('of another provider with the same address is not the same person', async () => {
      scene.saml.person = { nameId: 'other', email: 'nora@example.com', name: 'Not Nora' }
      expect((await scene.signInBySaml()).arrival.fault).toContain('sso_address_taken')
    })
  })

  describe('somebody new', () => {
    test.each([
      'a\u200Bda@example.com',
      'a\u202Eda@example.com',
      'ada@exam\u00ADple.com',
      'a,ada@example.com',
      '<ada@example.com',
    ])('an address that passes for another one is none: %j', async (email) => {
      scene.oidc.person = { subject: `like ${email}`, email, emailVerified: true }
      await scene.save('oidc')
      expect((await scene.signInByOidc()).arrival.fault).toContain('sso_no_address')
    })

    test('needs an address that the provider verified', async () => {
      scene.oidc.person = { subject: 'unverified', email: 'un@example.com', emailVerified: false }
      expect((await scene.signInByOidc()).arrival.fault).toContain('sso_no_address')
      scene.oidc.person = { subject: 'silent', email: 'silent@example.com' }
      expect((await scene.signInByOidc()).arrival.fault).toContain('sso_no_address')
      await scene.save('oidc', { trustEmail: true })
      expect((await scene.signInByOidc()).arrival.path).toBe('/sso-success')
    })

    test('stays out where the organisation lets nobody in by itself, or not of that domain', async () => {
      scene.oidc.person = { subject: 'late', email: 'late@example.org', emailVerified: true }
      await scene.save('oidc', { autoProvision: false })
      expect((await scene.signInByOidc()).arrival.fault).toContain('sso_no_account')
      await scene.save('oidc', { emailDomains: ['example.com'] })
      expect((await scene.signInByOidc()).arrival.fault).toContain('sso_wrong_domain')
      await scene.save('oidc', { emailDomains: ['EXAMPLE.org'] })
      expect((await scene.signInByOidc()).arrival.path).toBe('/sso-success')
    })

    test('stays out when barred, and is signed out at once', async () => {
      scene.oidc.person = { subject: 'barred', email: 'barred@example.org', emailVerified: true }
      await scene.save('oidc')
      const { caller } = await scene.signInByOidc()
      const { id } = await whoami(caller)
      await scene.administrator.expect(200, 'PUT', '/organizationuser', { userId: id, status: 'disable' })
      const { arrival } = await scene.signInByOidc()
      expect([arrival.path, arrival.fault]).toEqual(['/signin', expect.stringContaining('sso_no_workspace')])
    })

    test('cannot ask for a password by mail: that would be a way around the provider', async () => {
      const { context } = scene.server
      const mails: string[] = []
      context.mailer = {
        ...context.mailer,
        send: async ({ to }) => {
          mails.push(to)
        },
      }
      const { email } = ADMINISTRATOR
      for (const each of ['barred@example.org', email])
        await scene.server
          .anonymous()
          .expect(201, 'POST', '/account/forgot-password', { user: { email: each } })
      await expect.poll(() => mails).toEqual([email])
    })
  })

  test('a session by a provider reaches its own organisation alone', async () => {
    const other = await scene.server.addOrganization()
    scene.oidc.person = { subject: 'both', email: 'both@example.com', emailVerified: true }
    const { caller } = await scene.signInByOidc(undefined, scene.organizationId)
    const { id } = await whoami(caller)
    const { organizationId, workspaceId } = other
    const role = 'editor' as const
    await scene.server.addMembership({ userId: id, organizationId, workspaceId, role, isAdmin: true })
    expect((await whoami(caller)).assignedWorkspaces).toHaveLength(1)
    expect((await caller.call('POST', `/workspace/switch?id=${other.workspaceId}`)).status).toBe(404)
    // With several organisations, a visitor who names none is offered nothing.
    const anonymous = scene.server.anonymous()
    expect(await anonymous.expect(200, 'GET', '/loginmethod/default')).toEqual({ providers: [], buttons: [] })
    const named = `/loginmethod/default?organizationId=${scene.organizationId}`
    expect(await anonymous.expect(200, 'GET', named)).toMatchObject({ providers: ['oidc', 'saml'] })
  })
})
