import { databaseKinds } from '@runnel/db/testing'
import { timedCode } from '@runnel/drivers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '../testing/people-scene.ts'
import { type SignOnScene, startSignOnScene } from '../testing/sign-on-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const PATH = '/loginmethod/own'
const UNLINK = `${PATH}/oidc`

describe.each(databaseKinds)('a provider that is linked to an account on %s', (kind) => {
  let scene: SignOnScene
  beforeAll(async () => {
    scene = await startSignOnScene(kind, { hasMail: true })
    await scene.save('oidc')
  })
  afterAll(() => scene.stop())

  const begin = (caller: TestCaller, proof: object) =>
    caller.call('POST', PATH, { providerName: 'oidc', ...proof })
  async function link(caller: TestCaller, proof: object) {
    const { url } = await caller.expect<{ url: string }>(200, 'POST', PATH, {
      providerName: 'oidc',
      ...proof,
    })
    return scene.comeBack(caller, await scene.oidc.signIn(url))
  }
  async function isLinked(caller: TestCaller) {
    const { methods } = await caller.expect<{ methods: { isLinked: boolean }[] }>(200, 'GET', PATH)
    return methods.some((method) => method.isLinked)
  }
  const faultAt = (path: string) => ({
    status: 400,
    body: { code: 'invalid_input', issues: [expect.objectContaining({ path })] },
  })

  test('is not linked nor unlinked by who has the session and not the password', async () => {
    const { caller } = await scene.makeMember('abe@example.com', [])
    expect(await begin(caller, {})).toMatchObject(faultAt('password'))
    expect(await begin(caller, { password: 'Wrong-Staple-1' })).toMatchObject(faultAt('password'))
    expect(caller.cookies.has('signOn')).toBe(false)
    scene.oidc.person = { subject: 'abe', email: 'abe@example.com', emailVerified: true }
    await link(caller, { password: PASSWORD })
    expect(await caller.call('DELETE', UNLINK, { password: 'Wrong-Staple-1' })).toMatchObject(
      faultAt('password'),
    )
    expect(await isLinked(caller)).toBe(true)
    await caller.expect(200, 'DELETE', UNLINK, { password: PASSWORD })
    expect(await isLinked(caller)).toBe(false)
  })

  test('asks for the second factor as well where there is one', async () => {
    const { caller } = await scene.makeMember('ben@example.com', [])
    const { secret } = await caller.expect<{ secret: string }>(200, 'POST', '/account/second-factor', {
      password: PASSWORD,
    })
    const code = timedCode(secret, scene.server.context.now())
    const { recoveryCodes } = await caller.expect<{ recoveryCodes: string[] }>(
      200,
      'POST',
      '/account/second-factor/confirm',
      { code },
    )
    expect(await begin(caller, { password: PASSWORD })).toMatchObject(faultAt('code'))
    expect(await begin(caller, { password: PASSWORD, code: '000000' })).toMatchObject(faultAt('code'))
    scene.oidc.person = { subject: 'ben', email: 'ben@example.com', emailVerified: true }
    await link(caller, { password: PASSWORD, code: recoveryCodes[0] })
    expect(await isLinked(caller)).toBe(true)
    expect(await caller.call('DELETE', UNLINK, { password: PASSWORD })).toMatchObject(faultAt('code'))
    expect(await isLinked(caller)).toBe(true)
    await caller.expect(200, 'DELETE', UNLINK, { password: PASSWORD, code: recoveryCodes[1] })
  })

  test('is told to its owner by mail, with the issuer', async () => {
    const email = 'cleo@example.com'
    const { caller } = await scene.makeMember(email, [])
    scene.oidc.person = { subject: 'cleo', email, emailVerified: true }
    await link(caller, { password: PASSWORD })
    const linked = await scene.mail?.take(email)
    expect(linked?.text).toContain(`A sign-in at ${scene.oidc.issuer} was linked`)
    await caller.expect(200, 'DELETE', UNLINK, { password: PASSWORD })
    expect((await scene.mail?.take(email))?.text).toContain(`${scene.oidc.issuer} does not open`)
  })

  test('makes who tries passwords wait', async () => {
    const { caller } = await scene.makeMember('dan@example.com', [])
    const seen = new Set<number>()
    for (let tried = 0; tried < 20 && !seen.has(429); tried += 1)
      seen.add((await begin(caller, { password: 'Wrong-Staple-1' })).status)
    expect([...seen]).toEqual([400, 429])
    // The tries are counted together with those of the other changes of an account.
    expect((await caller.call('POST', '/account/second-factor', { password: PASSWORD })).status).toBe(429)
  })

  test('that answers badly does not end the session of who links it', async () => {
    const { caller } = await scene.makeMember('eve@example.com', [])
    // Nobody can check what is signed by nothing.
    scene.forger.algorithms = ['none']
    await scene.save('oidc', { issuer: scene.forger.issuer })
    try {
      const { status } = await begin(caller, { password: PASSWORD })
      expect(status).toBe(502)
    } finally {
      await scene.save('oidc')
    }
    await caller.expect(200, 'GET', '/auth/session')
  })
})
