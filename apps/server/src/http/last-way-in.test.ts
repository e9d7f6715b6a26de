import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type SignOnScene, startSignOnScene } from '../testing/sign-on-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

/** What a refusal tells a page. */
interface Refused {
  reason?: string
  details?: Record<string, string>
}

/** What a call came to: its status, and why it was refused. */
type Outcome = [status: number, reason: string | undefined, administrators: string | undefined]
const DONE: Outcome = [200, undefined, undefined]
const LAST: Outcome = [409, 'last_way_in', undefined]

describe.each(databaseKinds)('the last way in of administrators on %s', (kind) => {
  const scenes: SignOnScene[] = []
  let scene: SignOnScene
  /** An administrator with a password. */
  let ada: TestCaller
  /** An administrator who has no password, and came by OpenID Connect. */
  let nora: { caller: TestCaller; userId: string }
  /** Somebody who manages login methods and is no administrator. */
  let manager: TestCaller

  beforeEach(async () => {
    scene = await startSignOnScene(kind)
    scenes.push(scene)
    ada = scene.administrator
    await scene.save('oidc')
    const { caller } = await scene.signInByOidc()
    const { id: userId } = await caller.expect<{ id: string }>(200, 'GET', '/auth/session')
    nora = { caller, userId }
    await setAdministrator(userId, true)
    manager = (await scene.makeMember('manager@example.com', ['sso:manage'])).caller
  })
  afterAll(() => Promise.all(scenes.map((each) => each.stop())))

  async function setAdministrator(userId: string, isAdmin: boolean) {
    const roles = await ada.expect<{ id: string; name: string }[]>(200, 'GET', '/role')
    const roleId = roles.find(({ name }) => name === (isAdmin ? 'owner' : 'member'))?.id
    await nora.caller.call('PUT', '/organizationuser', { userId, roleId })
    await ada.call('PUT', '/organizationuser', { userId, roleId })
  }
  /** Leaves the administrator who has no password alone. */
  async function lowerAda() {
    const { id } = await ada.expect<{ id: string }>(200, 'GET', '/auth/session')
    await setAdministrator(id, false)
  }
  const outcomeOf = async (answer: Promise<{ status: number; body: unknown }>): Promise<Outcome> => {
    const { status, body } = await answer
    const { reason, details } = body as Refused
    return [status, reason, details?.count]
  }
  const remove = (by: TestCaller, lockedOut?: number, provider = 'oidc') =>
    outcomeOf(
      by.call(
        'DELETE',
        `/loginmethod/${provider}${lockedOut === undefined ? '' : `?administratorsLockedOut=${lockedOut}`}`,
      ),
    )
  const changed = (config: object) => {
    const { issuer, clientId: clientID, clientSecret } = scene.oidc
    return { config: { issuer, clientID, clientSecret, ...config } }
  }
  const put = (by: TestCaller, provider: object, administratorsLockedOut?: number) => {
    const providers = [{ providerName: 'oidc', status: 'enable', ...changed({}), ...provider }]
    return outcomeOf(by.call('PUT', '/loginmethod', { providers, administratorsLockedOut }))
  }
  const isIn = async ({ caller }: { caller: TestCaller }) =>
    (await caller.call('GET', '/chatflows')).status === 200

  test('of one who is not the only one goes when it is said how many have none then', async () => {
    expect(await remove(ada)).toEqual([409, 'ways_in_lost', '1'])
    expect(await remove(ada, 2)).toEqual([409, 'ways_in_lost', '1'])
    expect(await put(manager, { status: 'disable' })).toEqual([409, 'ways_in_lost', '1'])
    expect(await isIn(nora)).toBe(true)
    expect(await remove(ada, 1)).toEqual(DONE)
    expect(await isIn(nora)).toBe(false)
  })

  test('goes with no change of the provider, whoever makes it and whatever they confirm', async () => {
    await lowerAda()
    const other = { issuer: scene.forger.issuer, clientID: 'other', clientSecret: 'x' }
    const client = { clientID: 'other', clientSecret: 'x' }
    for (const by of [manager, nora.caller])
      for (const administratorsLockedOut of [undefined, 1]) {
        expect(await remove(by, administratorsLockedOut)).toEqual(LAST)
        for (const provider of [changed(other), changed(client), { status: 'disable' }])
          expect(await put(by, provider, administratorsLockedOut)).toEqual(LAST)
      }
    expect(await isIn(nora)).toBe(true)
    expect((await scene.signInByOidc()).arrival.fault).toBeUndefined()
  })

  test('is left by what changes nothing of who is known', async () => {
    await lowerAda()
    expect(await put(manager, changed({ label: 'Ours' }))).toEqual(DONE)
    expect((await scene.signInByOidc()).arrival.fault).toBeUndefined()
    expect(await put(manager, changed({ clientSecret: 'renewed' }))).toEqual(DONE)
  })

  test('counts the one who acts, and nobody who has another', async () => {
    expect(await remove(nora.caller)).toEqual([409, 'ways_in_lost', '1'])
    const { entityId, signInUrl, certificate, nextCertificate } = scene.saml
    const ofSaml = (signing: string) => ({
      providerName: 'saml',
      config: { entityId, signInUrl, certificate: signing },
    })
    expect(await put(ada, ofSaml(certificate))).toEqual(DONE)
    await knowBySaml(nora.userId)
    nora.caller = (await scene.signInBySaml()).caller
    expect(await remove(nora.caller)).toEqual(DONE)

    // A certificate beside the old one is the same provider; one in its place is another.
    await lowerAda()
    expect(await put(nora.caller, ofSaml(nextCertificate))).toEqual(LAST)
    expect(await put(nora.caller, ofSaml(`${certificate}\n${nextCertificate}`))).toEqual(DONE)
    expect((await scene.signInBySaml()).arrival.fault).toBeUndefined()
  })

  test('is not taken by asking everybody for the sign-on, unless it is said for how many', async () => {
    const ask = (more: object = {}) =>
      outcomeOf(nora.caller.call('PUT', '/organization/sign-on', { isRequired: true, ...more }))
    expect(await ask()).toEqual([409, 'ways_in_lost', '1'])
    expect(await ask({ administratorsLockedOut: 1 })).toEqual(DONE)
    const back = { isRequired: false }
    expect(await outcomeOf(nora.caller.call('PUT', '/organization/sign-on', back))).toEqual(DONE)
    await lowerAda()
    expect(await ask()).toEqual(DONE)
  })

  /** Lets SAML know somebody, as if they had linked it. */
  async function knowBySaml(userId: string) {
    const { organizationId, saml } = scene
    const { db } = scene.server.context
    const method = await db.organization(organizationId).loginMethods.findLoginMethod('saml')
    const known = { issuer: saml.entityId, subject: saml.person.nameId, email: null }
    const subject = { kind: 'user' as const, id: userId, name: null }
    const [own] = await db.system.sessions.listLive(userId, scene.server.context.now())
    const identity = { loginMethodId: method?.id ?? '', organizationId, ...known }
    await db.system.signOn.link(
      { identity, userId, exceptSignIn: own?.familyId ?? '' },
      { action: 'identity.linked', actor: { ...subject, address: null, agent: null }, subject },
    )
  }
})
