import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Arrival, type SignOnScene, startSignOnScene } from '../testing/sign-on-scene.ts'

describe.each(databaseKinds)('sign-ins by a provider at the same time on %s', (kind) => {
  let scene: SignOnScene
  beforeAll(async () => {
    scene = await startSignOnScene(kind)
    await scene.save('oidc')
  })
  afterAll(() => scene.stop())

  const pageOf = (arrival: Arrival) => `/auth/sso-success?token=${arrival.query.get('token')}`
  const arrived = (arrivals: readonly Arrival[]) => arrivals.filter(({ path }) => path === '/sso-success')

  test('of one person in several browsers all arrive', async () => {
    await scene.signInByOidc()
    const browsers = await Promise.all([scene.signInByOidc(), scene.signInByOidc(), scene.signInByOidc()])
    for (const { caller, arrival } of browsers) {
      expect(arrival.path).toBe('/sso-success')
      await caller.expect(200, 'GET', pageOf(arrival))
      // Each of the tokens works once.
      expect((await caller.call('GET', pageOf(arrival))).status).toBe(401)
      await caller.expect(200, 'GET', '/auth/session')
    }
  })

  test('a way back that is sent twice begins one session', async () => {
    const caller = scene.server.anonymous()
    const back = await scene.oidc.signIn(await scene.begin(caller, 'oidc'))
    const arrivals = await Promise.all([scene.comeBack(caller, back), scene.comeBack(caller, back)])
    expect(arrived(arrivals)).toHaveLength(1)
    await caller.expect(200, 'GET', '/auth/session')
  })

  test('a newcomer who comes by two browsers gets one account', async () => {
    scene.oidc.person = { subject: 'twice-new', email: 'twice@example.com', emailVerified: true }
    const browsers = await Promise.all([scene.signInByOidc(), scene.signInByOidc()])
    const again = await scene.signInByOidc()
    const { id } = await again.caller.expect<{ id: string }>(200, 'GET', '/auth/session')
    const came = browsers.filter(({ arrival }) => arrival.path === '/sso-success')
    expect(came.length).toBeGreaterThan(0)
    for (const { caller } of came)
      expect(await caller.expect(200, 'GET', '/auth/session')).toMatchObject({ id })
  })
})
