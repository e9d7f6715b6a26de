import { createHash } from 'node:crypto'
import { databaseKinds } from '@runnel/db/testing'
import type { AssertionFacts, ForgedToken } from '@runnel/drivers/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SignOnScene, startSignOnScene } from '../testing/sign-on-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const soon = () => Math.floor(Date.now() / 1_000)
const BAD_WAY = 'sso_unknown_way'

describe.each(databaseKinds)('attacks on single sign-on on %s', (kind) => {
  let scene: SignOnScene
  let browser: TestCaller
  beforeAll(async () => {
    scene = await startSignOnScene(kind)
    const { issuer, clientId: clientID, clientSecret } = scene.forger
    await scene.save('oidc', { issuer, clientID, clientSecret })
    await scene.save('saml')
  })
  afterAll(() => scene.stop())
  beforeEach(() => {
    browser = scene.server.anonymous()
    scene.forger.forge = {}
    scene.forger.moreMetadata = {}
  })

  const isSignedIn = async (caller: TestCaller) => (await caller.call('GET', '/auth/session')).status === 200
  const beginOidc = async () => scene.forger.comeBack(await scene.begin(browser, 'oidc'))

  describe('led there by a page of another site', () => {
    test.each(['cross-site', 'same-site'])(
      'a browser (%s) begins nothing, and keeps its session',
      async (site) => {
        const { caller } = await scene.makeMember(`led-by-${site}@example.com`, ['chatflows:view'])
        const before = await caller.expect<{ id: string }>(200, 'GET', '/auth/session')
        const { organizationId } = scene
        for (const path of [
          `/oidc/login?organizationId=${organizationId}&from=%2Ftools`,
          '/saml/login?from=//evil.example',
        ]) {
          const led = await caller.call('GET', path, undefined, {
            'x-request-from': '',
            'sec-fetch-site': site,
          })
          const page = new URL(led.headers.get('location') ?? '', scene.server.origin)
          expect([led.status, page.origin, page.pathname]).toEqual([303, scene.server.origin, '/signin'])
          expect(page.searchParams.get('error')).toBeNull()
          expect(caller.cookies.get('signOn')).toBeUndefined()
          // The page goes on with what is ours of it, by one press.
          const isNamed = path.startsWith('/oidc')
          expect(page.searchParams.get('organization')).toBe(isNamed ? organizationId : null)
          expect(page.searchParams.get('from')).toBe(isNamed ? '/tools' : null)
        }
        expect(await caller.expect(200, 'GET', '/auth/session')).toMatchObject({ id: before.id })
      },
    )
  })

  describe('by OpenID Connect', () => {
    test('an honest token is taken: the forger’s lies alone are what is refused', async () => {
      const arrival = await scene.comeBack(browser, await beginOidc())
      expect([arrival.path, arrival.fault]).toEqual(['/sso-success', undefined])
      expect(await isSignedIn(browser)).toBe(true)
    })

    const lies: Record<string, () => ForgedToken> = {
      'for another audience': () => ({ claims: { aud: 'another-client' } }),
      'for several audiences without being the party': () => ({
        claims: { aud: ['client', 'another'], azp: 'another' },
      }),
      'of another issuer': () => ({ claims: { iss: 'https://accounts.google.com' } }),
      'that is over': () => ({ claims: { exp: soon() - 600 } }),
      'with another nonce': () => ({ claims: { nonce: 'of-another-sign-in' } }),
      'without a nonce': () => ({ claims: { nonce: undefined } }),
      'without a subject': () => ({ claims: { sub: undefined } }),
      'that nobody signed': () => ({ signedBy: 'nobody' }),
      'signed with the secret of the client': () => ({ signedBy: 'secret' }),
      'signed by a stranger': () => ({ signedBy: 'stranger' }),
      'signed by a stranger whose keys it names': () => ({
        signedBy: 'stranger',
        header: { jku: scene.forger.strangersKeys },
      }),
      'with a header that must be understood': () => ({ header: { crit: ['b64'], b64: false } }),
    }
    test.each(Object.keys(lies))('a token %s is refused', async (name) => {
      scene.forger.askedStranger = false
      scene.forger.forge = lies[name]?.() ?? {}
      const arrival = await scene.comeBack(browser, await beginOidc())
      expect([arrival.path, arrival.fault]).toEqual(['/signin', 'sso_unproven'])
      expect([await isSignedIn(browser), scene.forger.askedStranger]).toEqual([false, false])
    })

    test('metadata that are larger than those of any provider are not read', async () => {
      scene.forger.moreMetadata = { x: 'y'.repeat(60_000) }
      expect(await scene.begin(browser, 'oidc')).toContain('/authorize?')
      scene.forger.moreMetadata = { x: 'y'.repeat(65_000) }
      expect(await scene.begin(browser, 'oidc')).toContain('error=sso_provider_away')
    })

    test('a way back without its state, with another, or in another browser is refused', async () => {
      const other = new URL(scene.forger.comeBack(await scene.begin(scene.server.anonymous(), 'oidc')))
      const changes = [
        (query: URLSearchParams) => query.delete('state'),
        (query: URLSearchParams) => query.set('state', other.searchParams.get('state') ?? ''),
      ]
      for (const change of changes) {
        const back = new URL(await beginOidc())
        change(back.searchParams)
        expect((await scene.comeBack(browser, back.href)).path).toBe('/signin')
      }
      const back = new URL(await beginOidc())
      const stranger = scene.server.anonymous()
      expect((await scene.comeBack(stranger, back.href)).fault).toContain(BAD_WAY)
      expect([await isSignedIn(browser), await isSignedIn(stranger)]).toEqual([false, false])
    })

    test('a code of somebody else’s sign-in carries another nonce and is refused', async () => {
      const theirs = new URL(scene.forger.comeBack(await scene.begin(scene.server.anonymous(), 'oidc')))
      const mine = new URL(await beginOidc())
      mine.searchParams.set('code', theirs.searchParams.get('code') ?? '')
      expect((await scene.comeBack(browser, mine.href)).path).toBe('/signin')
      expect(await isSignedIn(browser)).toBe(false)
    })

    test('the proof of the code goes to the provider alone, and fits what it was shown', async () => {
      const url = await scene.begin(browser, 'oidc')
      const asked = new URL(url).searchParams
      expect(asked.get('code_challenge_method')).toBe('S256')
      expect(url).not.toContain(scene.forger.clientSecret)
      await scene.comeBack(browser, scene.forger.comeBack(url))
      const verifier = scene.forger.lastForm.get('code_verifier') ?? ''
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      expect([verifier.length >= 43, challenge]).toEqual([true, asked.get('code_challenge')])
    })

    test('what a browser keeps of a beginning says nothing, cannot be changed, and grows old', async () => {
      const back = await beginOidc()
      const kept = browser.cookies.get('signOn') ?? ''
      expect(Buffer.from(kept, 'base64url').toString()).not.toContain('verifier')
      browser.cookies.set('signOn', `${kept.slice(0, -4)}AAAA`)
      expect((await scene.comeBack(browser, back)).fault).toContain(BAD_WAY)
      browser.cookies.set('signOn', kept)
      scene.pass(11 * 60_000)
      expect((await scene.comeBack(browser, back)).fault).toContain(BAD_WAY)
      scene.pass(-11 * 60_000)
    })

    test('a method that was switched off meanwhile lets nobody in, and signs out who came by it', async () => {
      await scene.comeBack(browser, await beginOidc())
      expect(await isSignedIn(browser)).toBe(true)
      const late = scene.server.anonymous()
      const back = scene.forger.comeBack(await scene.begin(late, 'oidc'))
      const { issuer, clientId: clientID, clientSecret } = scene.forger
      await scene.save('oidc', { issuer, clientID, clientSecret }, 'disable')
      expect(await isSignedIn(browser)).toBe(false)
      expect((await scene.comeBack(late, back)).fault).toContain('sso_not_offered')
      await scene.save('oidc', { issuer, clientID, clientSecret })
    })
  })

  describe('by SAML', () => {
    test('an honest assertion is taken once: the second time it is refused', async () => {
      const form = await scene.saml.answer(await scene.begin(browser, 'saml'))
      const kept = browser.cookies.get('signOn') ?? ''
      expect((await scene.post(browser, form)).path).toBe('/sso-success')
      const again = scene.server.anonymous()
      again.cookies.set('signOn', kept)
      expect((await scene.post(again, form)).fault).toContain('sso_unproven')
      expect(await isSignedIn(again)).toBe(false)
    })

    const lies: Record<string, () => Partial<AssertionFacts>> = {
      'that nobody signed': () => ({ signedBy: 'nobody' }),
      'signed by a stranger': () => ({ signedBy: 'stranger' }),
      'for another audience': () => ({ audience: 'https://another.example' }),
      'for another address': () => ({ recipient: 'https://another.example/callback' }),
      'of another provider': () => ({ issuer: 'https://another.example' }),
      'that is over': () => ({ notBefore: Date.now() - 3_600_000, notOnOrAfter: Date.now() - 600_000 }),
      'that does not count yet': () => ({ notBefore: Date.now() + 600_000 }),
      'for no sign-in': () => ({ inResponseTo: '' }),
      'for the sign-in of somebody else': () => ({ inResponseTo: 'rOfSomebodyElse' }),
      'of which only the response around it is signed': () => ({ signs: 'Response' }),
      'signed with SHA-1': () => ({ algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
      'that was over longer ago than clocks differ': () => ({ notOnOrAfter: Date.now() - 65_000 }),
      'with a name in a section of text': () => ({ nameId: '<![CDATA[somebody-else]]>' }),
      'with a name that a comment cuts in two': () => ({
        nameId: 'admin@example.com<!-- -->.evil.example',
      }),
    }
    test.each(Object.keys(lies))('an assertion %s is refused', async (name) => {
      const form = await scene.saml.answer(await scene.begin(browser, 'saml'), lies[name]?.())
      const arrival = await scene.post(browser, form)
      expect([arrival.path, arrival.fault]).toEqual([
        '/signin',
        expect.stringMatching(/^sso_un(proven|known_way)$/),
      ])
      expect(await isSignedIn(browser)).toBe(false)
    })

    const decode = (text: string) => Buffer.from(text, 'base64').toString('utf8')
    const encode = (text: string) => Buffer.from(text).toString('base64')
    const ASSERTION = /<saml:Assertion[\s\S]*<\/saml:Assertion>/
    const forged = (assertion: string) =>
      assertion
        .replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, '')
        .replace(/ID="[^"]*"/, 'ID="forged"')
        .replace(/sam-1/g, 'somebody-else')

    const wrappings: Record<string, (xml: string, signed: string) => string> = {
      'a second assertion before the signed one': (xml, signed) =>
        xml.replace(signed, forged(signed) + signed),
      'a second assertion behind the signed one': (xml, signed) =>
        xml.replace(signed, signed + forged(signed)),
      'the signed one inside of a forged one': (xml, signed) =>
        xml.replace(signed, forged(signed).replace('</saml:Assertion>', `${signed}</saml:Assertion>`)),
      'the signed one as an extension': (xml, signed) =>
        xml.replace(signed, `<samlp:Extensions>${signed}</samlp:Extensions>${forged(signed)}`),
      'the signature moved to a forged one': (xml, signed) => {
        const signature = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(signed)?.[0] ?? ''
        const bare = signed.replace(signature, '')
        const wrapped = forged(signed).replace('<saml:Subject>', `${signature}<saml:Subject>`)
        return xml.replace(signed, `${wrapped}<samlp:Extensions>${bare}</samlp:Extensions>`)
      },
      'a name changed after the signature': (xml) => xml.replaceAll('sam-1', 'somebody-else'),
      'an algorithm that is written otherwise': (xml) => xml.replace('rsa-sha256', 'rsa-sha25&#54;'),
      'an algorithm behind a blank that is none': (xml) =>
        xml.replace('SignatureMethod Algorithm="', 'SignatureMethod Algorithm\u0080="x'),
      'an assertion beside one that is encrypted': (xml, signed) =>
        xml.replace(signed, `${signed}<saml:EncryptedAssertion><x/></saml:EncryptedAssertion>`),
      'one that is encrypted, for which nobody has a key': (xml, signed) =>
        xml.replace(signed, '<saml:EncryptedAssertion><x/></saml:EncryptedAssertion>'),
      'a type of document with entities': (xml) =>
        `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>${xml}`,
      'two assertions of one id': (xml, signed) =>
        xml.replace(
          signed,
          signed.replace('sam-1', 'somebody-else').replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, '') +
            signed,
        ),
    }
    test.each(Object.keys(wrappings))('%s is refused', async (name) => {
      const form = await scene.saml.answer(await scene.begin(browser, 'saml'))
      const xml = decode(form.SAMLResponse)
      const signed = ASSERTION.exec(xml)?.[0] ?? ''
      expect(signed).toContain('sam-1')
      const changed = wrappings[name]?.(xml, signed) ?? xml
      expect(changed).not.toBe(xml)
      const arrival = await scene.post(browser, { ...form, SAMLResponse: encode(changed) })
      expect([arrival.path, arrival.fault]).toEqual([
        '/signin',
        expect.stringMatching(/^sso_un(proven|known_way)$/),
      ])
      expect(await isSignedIn(browser)).toBe(false)
    })

    test('a part of a name that is hidden in an instruction is a part of it still, or refused', async () => {
      scene.saml.person.nameId = 'sam-1.of.another'
      const form = await scene.saml.answer(await scene.begin(browser, 'saml'))
      scene.saml.person.nameId = 'sam-1'
      const hidden = decode(form.SAMLResponse).replace('sam-1.of.another', 'sam-1<?xml .of.another?>')
      await scene.post(browser, { ...form, SAMLResponse: encode(hidden) })
      const session = await browser.call('GET', '/auth/session')
      expect(session.status).toBe(401)
    })

    test('RelayState leads nowhere', async () => {
      const form = await scene.saml.answer(await scene.begin(browser, 'saml'))
      const arrival = await scene.post(browser, { ...form, RelayState: 'https://evil.example/' })
      expect(arrival.path).toBe('/sso-success')
    })

    test('an assertion that comes in another browser signs nobody in there', async () => {
      const form = await scene.saml.answer(await scene.begin(browser, 'saml'))
      const victim = scene.server.anonymous()
      expect((await scene.post(victim, form)).fault).toContain(BAD_WAY)
      expect(await isSignedIn(victim)).toBe(false)
    })

    test('our metadata name what a provider must know, and its own tell it to us', async () => {
      const own = await scene.server
        .anonymous()
        .expect<string>(200, 'GET', `/saml/${scene.organizationId}/metadata`)
      expect(own).toContain(`/saml/${scene.organizationId}/callback`)
      expect(own).toContain('WantAssertionsSigned="true"')
    })
  })

  test('what fails at the provider of an organisation stands in its login activity, on cloud as well', async () => {
    const { settings } = scene.server.context
    // From here on a way that names no organisation leads nowhere.
    await scene.server.addOrganization()
    scene.server.context.settings = { ...settings, platformType: 'cloud' }
    // Tries that are alike stand on one line.
    const failed = async () => {
      const { data } = await scene.administrator.expect<{
        data: { loginMode: string; activityCode: number; tries: number }[]
      }>(200, 'POST', '/audit/login-activity', { pageSize: 200 })
      const count = (mode: string) =>
        data.reduce(
          (sum, { loginMode, activityCode, tries }) =>
            loginMode === mode && activityCode === -2 ? sum + tries : sum,
          0,
        )
      return { oidc: count('oidc'), saml: count('saml') }
    }
    const before = await failed()
    const begin = (providerName: string) => {
      // Of one address so many began and never arrived by now that the next one has to wait.
      scene.pass(16 * 60_000)
      return scene.begin(browser, providerName, scene.organizationId)
    }
    try {
      scene.forger.forge = { signedBy: 'nobody' }
      await scene.comeBack(browser, scene.forger.comeBack(await begin('oidc')))
      const form = await scene.saml.answer(await begin('saml'))
      await scene.post(browser, { ...form, SAMLResponse: 'bm90IG9uZQ==' })
      expect(await failed()).toEqual({ oidc: before.oidc + 1, saml: before.saml + 1 })
    } finally {
      scene.server.context.settings = settings
    }
  })
})
