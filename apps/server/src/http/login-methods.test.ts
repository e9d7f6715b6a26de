import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SignOnScene, startSignOnScene } from '../testing/sign-on-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

/** What the test of a connection answers. */
interface Tested {
  message?: string
  error?: string
  code?: string
  reason?: string
  details?: Record<string, string>
  issues?: { path: string; reason?: string }[]
  found?: { entityId: string; signInUrl: string; certificate: string }
}

interface Listed {
  providers: { providerName: string; status: string; hasSecret: boolean; config: Record<string, unknown> }[]
  callbacks: { providerName: string; callbackURL: string; entityId?: string }[]
  signInURL: string
}

const FOUR_CERTIFICATES = ['AAAA', 'BBBB', 'CCCC', 'DDDD']
  .map((text) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`)
  .join('\n')

describe.each(databaseKinds)('login methods on %s', (kind) => {
  let scene: SignOnScene
  let manager: TestCaller
  beforeAll(async () => {
    scene = await startSignOnScene(kind)
    manager = (await scene.makeMember('manager@example.com', ['sso:manage', 'chatflows:view'])).caller
  })
  afterAll(() => scene.stop())

  const put = (caller: TestCaller, provider: object, more: object = {}) =>
    caller.call('PUT', '/loginmethod', { providers: [provider], ...more })
  const list = (caller: TestCaller) => caller.expect<Listed>(200, 'GET', '/loginmethod')
  const oidcConfig = () => {
    const { issuer, clientId: clientID, clientSecret } = scene.oidc
    return { issuer, clientID, clientSecret }
  }
  const tryOut = (providerName: string, config: object) =>
    manager.expect<Tested>(200, 'POST', '/loginmethod/test', { providerName, providers: [{ config }] })

  test('[S6-PERM-15] are for who holds sso:manage, in their own organisation', async () => {
    const without = (await scene.makeMember('without@example.com', ['users:manage'])).caller
    const other = await scene.server.addOrganization()
    const method = { providerName: 'oidc', status: 'disable', config: oidcConfig() }
    const { organizationId } = scene
    for (const [caller, status] of [
      [scene.server.anonymous(), 401],
      [without, 403],
      [manager, 200],
    ] as const) {
      expect((await caller.call('GET', '/loginmethod')).status).toBe(status)
      expect((await put(caller, method)).status).toBe(status)
    }
    const named = `/loginmethod?organizationId=${organizationId}`
    expect((await other.caller.call('GET', named)).status).toBe(404)
    expect((await put(other.caller, method, { organizationId })).status).toBe(404)
    const body = { organizationId, providerName: 'oidc', providers: [{ config: {} }] }
    expect((await other.caller.call('POST', '/loginmethod/test', body)).status).toBe(404)
    expect((await other.caller.call('DELETE', '/loginmethod/oidc')).status).toBe(404)
    expect((await list(other.caller)).providers).toEqual([])
    expect((await list(manager)).providers).toHaveLength(1)
  })

  test('never give the secret back, keep it when none is sent, and lie sealed', async () => {
    await put(manager, { providerName: 'oidc', status: 'enable', config: oidcConfig() })
    for (const clientSecret of ['', '•••', undefined])
      expect(
        (
          await put(manager, {
            providerName: 'oidc',
            status: 'enable',
            config: { ...oidcConfig(), clientSecret },
          })
        ).status,
      ).toBe(200)
    const answer = await manager.call<Listed>('GET', '/loginmethod')
    expect(answer.text).not.toContain(scene.oidc.clientSecret)
    expect(answer.body.providers[0]).toMatchObject({
      providerName: 'oidc',
      hasSecret: true,
      status: 'enable',
    })
    expect(await scene.server.dump()).not.toContain(scene.oidc.clientSecret)
    expect((await tryOut('oidc', { ...oidcConfig(), clientSecret: '' })).message).toContain(
      'knows this client',
    )
    const echoed = await put(manager, { ...answer.body.providers[0], status: 'enable' })
    expect(echoed.status).toBe(200)
  })

  test('say who acts and whose they are as they were read, or not at all', async () => {
    await put(manager, { providerName: 'oidc', status: 'enable', config: oidcConfig() })
    const [known] = (await manager.expect<{ providers: object[] }>(200, 'GET', '/loginmethod')).providers
    const { id: userId } = await manager.expect<{ id: string }>(200, 'GET', '/auth/session')
    const other = '11111111-2222-4333-8444-555555555555'
    const refused = async (provider: object, more: object = {}) => {
      const { status, body } = await put(manager, { ...known, ...provider }, more)
      return [status, (body as { issues?: { path: string }[] }).issues?.map(({ path }) => path)]
    }
    for (const more of [{}, { userId }, { userId: null }, { organizationId: scene.organizationId }])
      expect(await refused({ hasSecret: false, updatedDate: 'earlier' }, more)).toEqual([200, undefined])
    expect(await refused({}, { userId: other })).toEqual([400, ['userId']])
    for (const [field, value] of Object.entries({
      id: other,
      organizationId: other,
      name: 'google',
      createdDate: 'earlier',
    }))
      expect(await refused({ [field]: value })).toEqual([400, [`providers[0].${field}`]])
    const tried = { providerName: 'oidc', providers: [{ ...known, config: oidcConfig() }] }
    expect(await manager.expect(200, 'POST', '/loginmethod/test', { ...tried, userId })).toHaveProperty(
      'message',
    )
    const asOther = await manager.call('POST', '/loginmethod/test', { ...tried, userId: other })
    expect(asOther).toMatchObject({ status: 400, body: { issues: [{ path: 'userId' }] } })
  })

  test('take the stored secret to no other provider and client, neither saved nor tried out', async () => {
    await put(manager, { providerName: 'oidc', status: 'enable', config: oidcConfig() })
    const azure = { tenantID: '8a4f0000-0000-4000-8000-000000000000', clientID: 'a', clientSecret: 'b' }
    await put(manager, { providerName: 'azure', status: 'disable', config: azure })
    const auth0 = { domain: 'acme.eu.auth0.com', clientID: 'a', clientSecret: 'b' }
    await put(manager, { providerName: 'auth0', status: 'disable', config: auth0 })
    const before = await list(manager)
    const issues = [
      expect.objectContaining({
        path: 'providers[0].config.clientSecret',
        message: expect.stringContaining('anew'),
        reason: 'secret_anew',
      }),
    ]
    for (const [providerName, config, moved] of [
      ['oidc', oidcConfig(), { issuer: scene.saml.origin }],
      ['oidc', oidcConfig(), { clientID: 'another' }],
      ['azure', azure, { tenantID: '8a4f0000-0000-4000-8000-000000000001' }],
      ['auth0', auth0, { domain: 'evil.example' }],
    ] as const)
      for (const clientSecret of ['', '•••', undefined]) {
        const sent = { ...config, ...moved, clientSecret }
        const saved = await put(manager, { providerName, status: 'disable', config: sent })
        const tried = await manager.call('POST', '/loginmethod/test', {
          providerName,
          providers: [{ config: sent }],
        })
        for (const { status, body } of [saved, tried])
          expect([status, body]).toEqual([400, expect.objectContaining({ code: 'invalid_input', issues })])
      }
    expect(await list(manager)).toEqual(before)
    const given = { providerName: 'auth0', status: 'disable', config: { ...auth0, domain: 'b.eu.auth0.com' } }
    expect((await put(manager, given)).status).toBe(200)
    for (const name of ['azure', 'auth0']) await manager.expect(200, 'DELETE', `/loginmethod/${name}`)
  })

  test('a test names the fields that are not right, with the reason for pages in other languages', async () => {
    const { error, issues } = await tryOut('oidc', { clientSecret: 'b' })
    expect(error).toContain('is needed')
    expect(issues).toEqual([
      expect.objectContaining({ path: 'issuer', reason: 'needed' }),
      expect.objectContaining({ path: 'clientID', reason: 'needed' }),
    ])
    expect((await tryOut('saml', { metadataUrl: 'metadata' })).issues).toMatchObject([
      { path: 'metadataUrl', reason: 'address_odd' },
    ])
  })

  test('say where people sign in and what to register', async () => {
    const { callbacks, signInURL } = await list(manager)
    const { origin } = scene.server
    expect(callbacks).toContainEqual({
      providerName: 'azure',
      callbackURL: `${origin}/api/v1/azure/callback`,
    })
    const own = `${origin}/api/v1/saml/${scene.organizationId}`
    expect(callbacks).toContainEqual({
      providerName: 'saml',
      callbackURL: `${own}/callback`,
      entityId: `${own}/metadata`,
    })
    // There are two organisations here by now: a visitor must say which.
    expect(signInURL).toBe(`${origin}/signin?organization=${scene.organizationId}`)
  })

  test.each([
    ['oidc', { clientID: 'a', clientSecret: 'b' }, 'issuer', 'is needed'],
    ['oidc', { issuer: 'http://login.example.com', clientID: 'a', clientSecret: 'b' }, 'issuer', 'https://'],
    [
      'oidc',
      { issuer: 'https://a:b@login.example.com', clientID: 'a', clientSecret: 'b' },
      'issuer',
      'neither',
    ],
    ['azure', { tenantID: 'common', clientID: 'a', clientSecret: 'b' }, 'tenantID', 'one tenant'],
    ['auth0', { domain: 'evil.example/x', clientID: 'a', clientSecret: 'b' }, 'domain', 'must be a domain'],
    [
      'saml',
      { entityId: 'e', signInUrl: 'https://a.example', certificate: 'none' },
      'certificate',
      'is not one',
    ],
    [
      'saml',
      { entityId: 'e', signInUrl: 'https://a.example', certificate: FOUR_CERTIFICATES },
      'certificate',
      'more than 3',
    ],
    ['saml', { entityId: 'e', signInUrl: 'javascript:alert(1)', certificate: 'x' }, 'signInUrl', 'https://'],
  ])('%s with %j is refused at its field', async (...row) => {
    const [providerName, config, field, words] = row
    const answer = await put(manager, { providerName, status: 'enable', config })
    expect(answer.body).toMatchObject({
      code: 'invalid_input',
      issues: expect.arrayContaining([
        expect.objectContaining({
          path: `providers[0].config.${field}`,
          message: expect.stringContaining(words),
        }),
      ]),
    })
    expect((await list(manager)).providers.map((each) => each.providerName)).not.toContain('azure')
  })

  test.each([
    'https://login.microsoftonline.com/common/v2.0',
    'https://login.microsoftonline.com./organizations/v2.0',
    'https://LOGIN.microsoftonline.com/consumers/v2.0',
    'https://login.microsoftonline.us//common/v2.0',
    'https://sts.windows.net/common/',
    'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
  ])('oidc of everybody who has a Microsoft account is refused: %s', async (issuer) => {
    const config = { issuer, clientID: 'a', clientSecret: 'b' }
    const answer = await put(manager, { providerName: 'oidc', status: 'enable', config })
    const message = expect.stringContaining('one tenant')
    expect(answer.body).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'providers[0].config.issuer', message }],
    })
  })

  test('let nobody in with more than who keeps them holds', async () => {
    const more = await scene.makeRole(['credentials:view'])
    const opens = { autoProvision: true, workspaceId: scene.workspaceId, roleId: more }
    const method = (config: object) => ({
      providerName: 'oidc',
      status: 'enable',
      config: { ...oidcConfig(), ...config },
    })
    expect((await put(manager, method(opens))).status).toBe(403)
    expect((await put(manager, method({ ...opens, roleId: scene.roleId }))).status).toBe(200)
    const roles = await scene.administrator.expect<{ id: string; builtIn: string }[]>(200, 'GET', '/role')
    const owner = roles.find(({ builtIn }) => builtIn === 'owner')?.id
    const answer = await put(scene.administrator, method({ ...opens, roleId: owner }))
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('owner')])
    expect((await put(manager, method({ autoProvision: true, workspaceId: scene.workspaceId }))).status).toBe(
      400,
    )
  })

  test('of SAML are given another certificate by an administrator alone', async () => {
    const { entityId, signInUrl, certificate } = scene.saml
    const method = (config: object) => ({
      providerName: 'saml',
      status: 'enable',
      config: { entityId, signInUrl, certificate, ...config },
    })
    expect((await put(manager, method({}))).status).toBe(200)
    const refused = await put(manager, method({ entityId: 'https://other.example' }))
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('administrator')])
    expect((await put(scene.administrator, method({ entityId: 'https://other.example' }))).status).toBe(200)
    expect((await put(scene.administrator, method({}))).status).toBe(200)
  })

  test('leave in the audit log what they were and are, without secrets, certificates by their fingerprints', async () => {
    const { certificate, entityId, signInUrl } = scene.saml
    const config = { entityId, signInUrl, certificate, emailDomains: ['acme.example'] }
    const opens = { autoProvision: true, workspaceId: scene.workspaceId, roleId: scene.roleId }
    await put(scene.administrator, { providerName: 'saml', status: 'enable', config })
    await put(scene.administrator, {
      providerName: 'saml',
      status: 'disable',
      config: { ...config, ...opens },
    })
    await put(scene.administrator, { providerName: 'oidc', status: 'enable', config: oidcConfig() })
    const { text, body } = await scene.administrator.call<{
      data: { subject: { name: string }; before: object; after: object }[]
    }>('GET', '/audit/entries?page=1&limit=50&action=login-method.saved')
    const newest = (name: string) => body.data.find(({ subject }) => subject.name === name)
    const certificates = [expect.stringMatching(/^([\dA-F]{2}:){31}[\dA-F]{2}$/)]
    const told = { entityId, signInUrl, certificates, emailDomains: ['acme.example'] }
    expect(newest('saml')).toMatchObject({
      before: { ...told, status: 'enable', autoProvision: false, roleId: null },
      after: { ...told, ...opens, status: 'disable' },
    })
    expect(newest('oidc')?.after).toMatchObject({ issuer: scene.oidc.issuer, clientID: scene.oidc.clientId })
    expect(text).not.toContain(scene.oidc.clientSecret)
    expect(text).not.toContain('clientSecret')
    expect(text).not.toContain('BEGIN CERTIFICATE')
  })

  describe('tried out', () => {
    test('a provider that knows the client answers so', async () => {
      expect(await tryOut('oidc', oidcConfig())).toEqual({
        message: expect.stringContaining('answers and knows this client'),
        reason: 'provider_works',
        details: { host: new URL(scene.oidc.issuer).host },
      })
    })
    test('a wrong secret is told, without it', async () => {
      const { error, reason } = await tryOut('oidc', { ...oidcConfig(), clientSecret: 'canary-wrong' })
      expect(error).toContain('does not know this client id, or its secret is not right')
      expect(reason).toBe('provider_client_unknown')
      expect(error).not.toContain('canary')
    })
    test('an address that is no provider, or another one, or an internal one, is told', async () => {
      const at = (issuer: string) => tryOut('oidc', { ...oidcConfig(), issuer })
      expect((await at(`${scene.saml.origin}/elsewhere`)).error).toContain('does not answer as a provider')
      expect((await at(scene.oidc.issuer.replace('127.0.0.1', 'localhost'))).error).toBeDefined()
      expect((await at('https://169.254.169.254')).error).toMatch(/not allowed|EGRESS_ALLOW/)
      expect(await at('http://127.0.0.1:9')).toMatchObject({
        error: expect.stringMatching(/not allowed|EGRESS_ALLOW/),
        code: 'egress_denied',
      })
    })
    test('the metadata of SAML are held against the fields, and can be taken over', async () => {
      const { metadataUrl, entityId, signInUrl, certificate } = scene.saml
      const { error, found, details } = await tryOut('saml', { metadataUrl })
      expect(error).toContain('the entity id, the sign-in address, the certificate')
      expect(details?.names).toBe('entityId,signInUrl,certificate')
      expect(found).toMatchObject({ entityId, signInUrl })
      expect(await tryOut('saml', { metadataUrl, ...found })).toMatchObject({
        message: expect.stringContaining('as it says'),
      })
      expect((await tryOut('saml', { entityId, signInUrl, certificate })).message).toContain('are whole')
      expect((await tryOut('saml', { metadataUrl: `${scene.oidc.issuer}/jwks` })).error).toContain(
        'no metadata',
      )
    })
  })

  test('that are deleted are gone, with who came by them', async () => {
    await scene.save('oidc')
    const { caller } = await scene.signInByOidc(undefined, scene.organizationId)
    expect((await caller.call('GET', '/auth/session')).status).toBe(200)
    await manager.expect(200, 'DELETE', '/loginmethod/oidc')
    expect((await caller.call('GET', '/auth/session')).status).toBe(401)
    expect((await manager.call('DELETE', '/loginmethod/oidc')).status).toBe(404)
  })
})
