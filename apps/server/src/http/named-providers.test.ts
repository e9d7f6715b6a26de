import {
  startGithub,
  startOidcProvider,
  type TestGithub,
  type TestOidcProvider,
} from '@runnel/drivers/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PeopleScene, startPeopleScene } from '../testing/people-scene.ts'
import { type Arrival, beginSignOn, comeBackFrom } from '../testing/sign-on-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const TENANT = '8a4f0000-0000-4000-8000-00000000000a'
const ENTRA = `https://login.microsoftonline.com/${TENANT}/v2.0`
const AUTH0 = 'acme.eu.auth0.com'

interface Me {
  id: string
  email: string
  name: string
  isSSO: boolean
}

// What differs between these providers is told to us by the net: the database has no part in it.
describe('the providers that have a name', () => {
  let google: TestOidcProvider
  let entra: TestOidcProvider
  let auth0: TestOidcProvider
  let github: TestGithub
  let scene: PeopleScene
  let config: Record<string, object>
  beforeAll(async () => {
    ;[google, entra, auth0, github] = await Promise.all([
      startOidcProvider('https://accounts.google.com'),
      startOidcProvider(ENTRA),
      startOidcProvider(`https://${AUTH0}/`),
      startGithub(),
    ])
    const leads = {
      'accounts.google.com': google.origin,
      'login.microsoftonline.com': entra.origin,
      [AUTH0]: auth0.origin,
      'github.com': github.origin,
      'api.github.com': github.origin,
    }
    scene = await startPeopleScene('sqlite', { hasMail: false, leads })
    for (const [name, provider] of Object.entries({ google, azure: entra, auth0 }))
      provider.register([`${scene.server.origin}/api/v1/${name}/callback`])
    const { clientId: clientID, clientSecret } = google
    config = {
      google: { clientID, clientSecret },
      azure: { tenantID: TENANT, clientID, clientSecret },
      auth0: { domain: AUTH0, clientID, clientSecret },
      github: { clientID: github.clientId, clientSecret: github.clientSecret },
    }
    for (const name of Object.keys(config)) await save(name)
  })
  beforeEach(() => {
    github.refuses = false
  })
  afterAll(() => Promise.all([scene.stop(), google.close(), entra.close(), auth0.close(), github.close()]))

  async function save(providerName: string, more: object = {}) {
    const roleId = await scene.makeRole(['chatflows:view'])
    const opens = { autoProvision: true, workspaceId: scene.workspaceId, roleId }
    const provider = {
      providerName,
      status: 'enable',
      config: { ...config[providerName], ...opens, ...more },
    }
    await scene.administrator.expect(200, 'PUT', '/loginmethod', { providers: [provider] })
  }
  const tryOut = (providerName: string, more: object = {}) =>
    scene.administrator.expect<{ message?: string; error?: string }>(200, 'POST', '/loginmethod/test', {
      providerName,
      providers: [{ config: { ...config[providerName], ...more } }],
    })
  const providers = (): Record<string, { signIn(url: string): string | Promise<string> }> => ({
    google,
    azure: entra,
    auth0,
    github,
  })
  async function signIn(name: string): Promise<{ caller: TestCaller; arrival: Arrival }> {
    const caller = scene.server.anonymous()
    const back = await providers()[name]?.signIn(await beginSignOn(caller, name))
    return { caller, arrival: await comeBackFrom(caller, back ?? '', scene.server.origin) }
  }
  async function signInWell(name: string): Promise<Me> {
    const { caller, arrival } = await signIn(name)
    expect([arrival.path, arrival.fault]).toEqual(['/sso-success', undefined])
    return caller.expect<Me>(200, 'GET', '/auth/session')
  }

  test.each(['google', 'azure', 'auth0', 'github'])('%s knows its client, and no other', async (name) => {
    expect((await tryOut(name)).message).toContain('answers and knows this client')
    const { error } = await tryOut(name, { clientSecret: 'canary-wrong' })
    expect(error).toContain('does not know this client id, or its secret is not right')
    expect(error).not.toContain('canary')
  })

  describe('Google', () => {
    test('signs in whom a company of Google has, and knows them again by the subject', async () => {
      google.person = {
        subject: '1090',
        email: 'Gina@acme.example',
        emailVerified: true,
        name: 'Gina Google',
        more: { hd: 'acme.example' },
      }
      const gina = await signInWell('google')
      expect(gina).toMatchObject({ email: 'gina@acme.example', name: 'Gina Google', isSSO: true })
      google.person = { ...google.person, email: 'gina.married@acme.example' }
      expect(await signInWell('google')).toMatchObject({ id: gina.id, email: 'gina@acme.example' })
    })

    test('vouches for its own addresses and those of its companies alone', async () => {
      google.person = { subject: '1091', email: 'someone@gmail.com', emailVerified: true, name: 'Mail' }
      expect(await signInWell('google')).toMatchObject({ email: 'someone@gmail.com' })
      // A private account under a foreign address: it was verified once, and may be somebody else's by now.
      google.person = { subject: '1092', email: 'boss@acme.example', emailVerified: true, name: 'No boss' }
      expect((await signIn('google')).arrival.fault).toBe('sso_no_address')
      google.person = { ...google.person, emailVerified: false, more: { hd: 'acme.example' } }
      expect((await signIn('google')).arrival.fault).toBe('sso_no_address')
    })
  })

  describe('Microsoft Entra', () => {
    const claims = { oid: 'c3d1', tid: TENANT }
    test('signs in whom the tenant has, by the subject and not by the address or what they are called', async () => {
      entra.person = {
        subject: 'pairwise-1',
        name: 'Erik Entra',
        more: { ...claims, preferred_username: 'Erik@acme.example' },
      }
      const erik = await signInWell('azure')
      expect(erik).toMatchObject({ email: 'erik@acme.example', name: 'Erik Entra', isSSO: true })
      // The same object under another subject would be another application's word: it is nobody here.
      entra.person = { ...entra.person, subject: 'pairwise-2' }
      expect((await signIn('azure')).arrival.fault).toBe('sso_address_taken')
      entra.person = {
        subject: 'pairwise-1',
        more: { ...claims, oid: 'other', preferred_username: 'e@acme.example' },
      }
      expect((await signInWell('azure')).id).toBe(erik.id)
    })

    test('is not believed an address of which it says that no owner of the domain verified it', async () => {
      const more = { ...claims, xms_edov: false }
      entra.person = { subject: 'pairwise-3', email: 'victim@elsewhere.example', name: 'Guest', more }
      expect((await signIn('azure')).arrival.fault).toBe('sso_no_address')
      entra.person = { ...entra.person, more: { ...claims, xms_edov: '1' } }
      expect(await signInWell('azure')).toMatchObject({ email: 'victim@elsewhere.example' })
    })

    test('signs in nobody where the metadata speak for all tenants: a token would say itself of which it is', async () => {
      const { egress } = scene.server.context
      const { fetchWith } = egress
      egress.fetchWith = (options) => async (input, init) => {
        const response = await fetchWith(options)(input, init)
        if (!String(input).endsWith('/.well-known/openid-configuration')) return response
        return Response.json({
          ...((await response.json()) as object),
          issuer: ENTRA.replace(TENANT, '{tenantid}'),
        })
      }
      try {
        expect((await tryOut('azure')).error).toContain('names no issuer of its own')
        const answer = await scene.server.anonymous().call('GET', '/azure/login')
        expect(answer.headers.get('location')).toContain('/signin?error=sso_unproven')
      } finally {
        egress.fetchWith = fetchWith
      }
    })

    test.each(['common', 'organizations', 'consumers', 'acme.onmicrosoft.com'])(
      '%s is no tenant',
      async (tenantID) => {
        const provider = { providerName: 'azure', status: 'enable', config: { ...config.azure, tenantID } }
        const { status, body } = await scene.administrator.call('PUT', '/loginmethod', {
          providers: [provider],
        })
        expect([status, body]).toEqual([
          400,
          expect.objectContaining({
            issues: [expect.objectContaining({ path: 'providers[0].config.tenantID' })],
          }),
        ])
      },
    )
  })

  describe('Auth0', () => {
    test('signs in by the domain of its tenant, whose name for itself ends with a slash', async () => {
      auth0.person = {
        subject: 'auth0|77',
        email: 'aida@acme.example',
        emailVerified: true,
        name: 'Aida Auth',
      }
      const aida = await signInWell('auth0')
      expect(aida).toMatchObject({ email: 'aida@acme.example', name: 'Aida Auth', isSSO: true })
      expect((await signInWell('auth0')).id).toBe(aida.id)
    })

    test('gives nobody an account by an address that nobody verified', async () => {
      auth0.person = { subject: 'auth0|78', email: 'else@acme.example', emailVerified: false }
      expect((await signIn('auth0')).arrival.fault).toBe('sso_no_address')
      auth0.person = { subject: 'auth0|79', email: 'else@acme.example' }
      expect((await signIn('auth0')).arrival.fault).toBe('sso_no_address')
    })

    test.each([`https://${AUTH0}`, `${AUTH0}/`, 'acme', `${AUTH0}:443`])(
      '%s is no domain',
      async (domain) => {
        const provider = { providerName: 'auth0', status: 'enable', config: { ...config.auth0, domain } }
        const { status, body } = await scene.administrator.call('PUT', '/loginmethod', {
          providers: [provider],
        })
        expect([status, body]).toEqual([
          400,
          expect.objectContaining({
            issues: [expect.objectContaining({ path: 'providers[0].config.domain' })],
          }),
        ])
      },
    )
  })

  describe('GitHub', () => {
    const OCTO = { id: 583231, login: 'octo', name: 'Octavia Cat' }
    test('signs in by the number of the account, with its first address, which was verified', async () => {
      github.user = OCTO
      github.addresses = [
        { email: 'old@acme.example', primary: false, verified: true },
        { email: 'Octavia@acme.example', primary: true, verified: true },
      ]
      const octavia = await signInWell('github')
      expect(octavia).toMatchObject({ email: 'octavia@acme.example', name: 'Octavia Cat', isSSO: true })
      github.user = { ...OCTO, login: 'renamed', name: null }
      github.addresses = []
      expect(await signInWell('github')).toMatchObject({ id: octavia.id, email: 'octavia@acme.example' })
      // Whoever takes the name that became free is somebody else.
      github.user = { id: 7, login: 'octo', name: null }
      expect((await signIn('github')).arrival.fault).toBe('sso_no_address')
    })

    test('tells no address but the first one, and that only verified', async () => {
      github.user = { id: 8, login: 'mallory', name: null }
      github.addresses = [
        { email: 'victim@acme.example', primary: true, verified: false },
        { email: 'mallory@acme.example', primary: false, verified: true },
      ]
      expect((await signIn('github')).arrival.fault).toBe('sso_no_address')
      github.addresses = [{ email: 'mallory@acme.example', primary: true, verified: true }]
      expect(await signInWell('github')).toMatchObject({ email: 'mallory@acme.example', name: 'mallory' })
    })

    test('takes no way back that is not the browser’s own, used up, or refused', async () => {
      const caller = scene.server.anonymous()
      const comeBack = (who: TestCaller, url: string) => comeBackFrom(who, url, scene.server.origin)
      const forged = new URL(github.signIn(await beginSignOn(caller, 'github')))
      forged.searchParams.set('state', 'another')
      expect((await comeBack(caller, forged.href)).fault).toBe('sso_unknown_way')
      const back = github.signIn(await beginSignOn(caller, 'github'))
      const kept = caller.cookies.get('signOn') ?? ''
      expect((await comeBack(scene.server.anonymous(), back)).fault).toBe('sso_unknown_way')
      caller.cookies.set('signOn', kept)
      expect((await comeBack(caller, back)).path).toBe('/sso-success')
      caller.cookies.set('signOn', kept)
      expect((await comeBack(caller, back)).fault).toBe('sso_unknown_way')
      // A code of somebody else’s sign-in does not fit the proof of this one.
      const theirs = new URL(github.signIn(await beginSignOn(scene.server.anonymous(), 'github')))
      const mine = scene.server.anonymous()
      const swapped = new URL(github.signIn(await beginSignOn(mine, 'github')))
      swapped.searchParams.set('code', theirs.searchParams.get('code') ?? '')
      expect((await comeBack(mine, swapped.href)).fault).toBe('sso_refused')
      github.refuses = true
      expect((await signIn('github')).arrival.fault).toBe('sso_refused')
    })

    test('that does not know the client at all is told in the test of the connection', async () => {
      expect((await tryOut('github', { clientID: 'unknown', clientSecret: 'x' })).error).toContain(
        'does not know this client id',
      )
    })
  })
})
