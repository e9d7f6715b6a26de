import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { API_PREFIX, allRoutes, findOwnPath, type RouteDefinition } from '@runnel/contract'
import { leadingAway } from '@runnel/contract/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SignOnScene, startSignOnScene } from '../testing/sign-on-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const ID = '11111111-2222-4333-8444-555555555555'
const BARE = { 'x-request-from': '', 'sec-fetch-site': 'cross-site' }
/** A button of our sign-in page. */
const PRESSED = { 'x-request-from': '', 'sec-fetch-site': 'same-origin' }
/** Under which programs of others say where a browser is to go. */
const NAMES = [
  'from',
  'redirect',
  'redirectTo',
  'redirect_uri',
  'redirectUrl',
  'returnTo',
  'next',
  'url',
  'RelayState',
]
const gets = (Object.values(allRoutes) as RouteDefinition[]).filter(({ method }) => method === 'GET')

const pathOf = ({ path }: RouteDefinition) =>
  `${API_PREFIX}${path.replace(':providerName', 'oidc').replaceAll(/:\w+/g, ID)}`

/** True for an answer that leads nowhere, or to a page of ours. */
const staysHere = (location: string | null) => location === null || findOwnPath(location) !== undefined

// What a browser is sent to does not depend on the database.
describe('no answer leads to another site', () => {
  let scene: SignOnScene
  let callers: TestCaller[]
  beforeAll(async () => {
    scene = await startSignOnScene('sqlite')
    callers = [scene.server.anonymous(), scene.administrator]
  })
  afterAll(() => scene.stop())

  test('that its address names, whoever asks', async () => {
    for (const caller of callers)
      for (const route of gets) {
        // Without a login method nobody is sent to a provider.
        const query = NAMES.flatMap((name) =>
          ['//evil.example', 'https://evil.example'].map((to) => [name, to]),
        )
        const path = `${pathOf(route)}?${new URLSearchParams(query)}`
        const { headers } = await caller.open('GET', path, undefined, BARE)
        expect([path, headers.get('location')].filter((each) => !staysHere(each))).toEqual([])
        expect(headers.get('refresh')).toBeNull()
      }
  })

  test.each(leadingAway)('by a path like %j', async (address) => {
    const path = address.startsWith('/') ? address : `/${address}`
    const { host, hostname, port } = new URL(scene.server.origin)
    // As it is: a client would make another address of it.
    const socket = connect(Number(port), hostname)
    const line = encodeURI(path).replaceAll('%5C', '\\')
    socket.end(`GET ${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 [245]/)
    expect(answer).not.toMatch(/^(location|refresh):/im)
  })

  test('by where a browser said that it comes from, before it went to a provider', async () => {
    await scene.save('oidc')
    for (const from of leadingAway) {
      const caller = scene.server.anonymous()
      const path = `/oidc/login?${new URLSearchParams({ from })}`
      const begun = await caller.call('GET', path, undefined, PRESSED)
      expect([from, begun.status]).toEqual([from, 303])
      const back = await scene.oidc.signIn(begun.headers.get('location') ?? '')
      const arrival = await scene.comeBack(caller, back)
      expect([from, arrival.path, arrival.query.get('from')]).toEqual([from, '/sso-success', null])
    }
    const caller = scene.server.anonymous()
    const begun = await caller.call('GET', '/oidc/login?from=%2Ftools%3Fq%3D1', undefined, PRESSED)
    const back = await scene.oidc.signIn(begun.headers.get('location') ?? '')
    expect((await scene.comeBack(caller, back)).query.get('from')).toBe('/tools?q=1')
  })

  test('by the words with which a provider sends a browser back', async () => {
    await scene.save('oidc')
    for (const to of leadingAway) {
      const query = new URLSearchParams({
        error: to,
        error_uri: to,
        error_description: to,
        state: to,
        code: to,
      })
      const answer = await scene.server.anonymous().call('GET', `/oidc/callback?${query}`, undefined, BARE)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/signin?error=sso_unknown_way'])
    }
    await scene.save('saml')
    const caller = scene.server.anonymous()
    const form = await scene.saml.answer(await scene.begin(caller, 'saml'))
    const arrival = await scene.post(caller, { ...form, RelayState: 'https://evil.example' })
    expect([arrival.path, arrival.query.get('from')]).toEqual(['/sso-success', null])
  })

  test('by metadata in which a provider names what is no address of one', async () => {
    const { issuer, clientId: clientID, clientSecret } = scene.forger
    await scene.save('oidc', { issuer, clientID, clientSecret })
    const own = scene.forger.signInUrl
    const odd = [
      ...leadingAway.filter((each) => !/^https:/i.test(each)),
      `${issuer.replace('//', '//a:b@')}/authorize`,
    ]
    for (const address of odd) {
      scene.forger.signInUrl = address
      const answer = await scene.server.anonymous().call('GET', '/oidc/login', undefined, PRESSED)
      const location = answer.headers.get('location') ?? ''
      expect([address, location]).toEqual([address, expect.stringMatching(/^\/signin\?error=sso_\w+$/)])
    }
    scene.forger.signInUrl = own
    const answer = await scene.server.anonymous().call('GET', '/oidc/login', undefined, PRESSED)
    expect(answer.headers.get('location')).toContain(own)
  })

  test('by what a vendor of accounts says when somebody comes back from it', async () => {
    for (const caller of callers)
      for (const to of leadingAway) {
        const query = new URLSearchParams({ state: to, code: to, error: to, iss: to, redirect_uri: to })
        const answer = await caller.call('GET', `/oauth2-credential/callback?${query}`, undefined, BARE)
        expect([400, 401]).toContain(answer.status)
        expect([answer.headers.get('location'), answer.headers.get('refresh')]).toEqual([null, null])
        expect(answer.text).not.toMatch(/<meta[^>]+refresh|href=|location\.(href|assign|replace)/i)
      }
  })
})
