import { databaseKinds } from '@runnel/db/testing'
import { timedCode } from '@runnel/drivers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '../testing/people-scene.ts'
import { type SignOnScene, startSignOnScene } from '../testing/sign-on-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import type { OtherOrganization } from '../testing/test-people.ts'

const SWITCH = '/organization/sign-on'

describe.each(databaseKinds)('an organisation that asks for its sign-on, on %s', (kind) => {
  let scene: SignOnScene
  let nora: TestCaller
  let elsewhere: OtherOrganization
  beforeAll(async () => {
    scene = await startSignOnScene(kind)
    await scene.save('oidc')
    elsewhere = await scene.server.addOrganization()
    nora = (await scene.signInByOidc(undefined, scene.organizationId)).caller
    const { id: userId } = await nora.expect<{ id: string }>(200, 'GET', '/auth/session')
    await scene.administrator.expect(200, 'PUT', '/organizationuser', { userId, roleId: await ownerRole() })
  })
  afterAll(() => scene.stop())

  async function ownerRole(): Promise<string> {
    const roles = await scene.server.context.db.organization(scene.organizationId).read.listBuiltInRoles()
    return roles.find(({ builtIn }) => builtIn === 'owner')?.id ?? ''
  }
  /** Whoever turns it on says how many administrators have a password alone; one does, the first of all. */
  const turn = (caller: TestCaller, isRequired: boolean, administratorsLockedOut = 1) =>
    caller.call<{ message: string }>('PUT', SWITCH, { isRequired, administratorsLockedOut })
  const signIn = (email: string, code?: string) =>
    scene.server.anonymous().call<{ message: string }>('POST', '/auth/login', {
      email,
      password: PASSWORD,
      ...(code === undefined ? {} : { code }),
    })

  /** Somebody who belongs to the other organisation as well. */
  async function makeBoth(email: string) {
    const member = await scene.makeMember(email, ['chatflows:view'])
    const { organizationId, workspaceId } = elsewhere
    await scene.server.addMembership({ userId: member.id, organizationId, workspaceId, role: 'viewer' })
    return member
  }

  /** An administrator with a password and a second factor, and a code that is left to use. */
  async function makeOwner(email: string) {
    const { caller, id: userId } = await scene.makeMember(email, ['chatflows:view'])
    await scene.administrator.expect(200, 'PUT', '/organizationuser', { userId, roleId: await ownerRole() })
    const protect = async () => {
      const proof = { password: PASSWORD }
      const { secret } = await caller.expect<{ secret: string }>(200, 'POST', '/account/second-factor', proof)
      const code = timedCode(secret, scene.server.context.now())
      const path = '/account/second-factor/confirm'
      const told = await caller.expect<{ recoveryCodes: string[] }>(200, 'POST', path, { code })
      return told.recoveryCodes
    }
    return { caller, protect }
  }

  test('is switched by administrators who came by it, and by no other', async () => {
    const { caller: manager } = await scene.makeMember('manager@example.com', ['sso:manage'])
    expect((await turn(manager, true)).status).toBe(403)
    const refused = await turn(scene.administrator, true)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('login method')])
    expect((await turn(elsewhere.caller, true)).status).toBe(409)
    expect(await nora.expect(200, 'GET', '/loginmethod')).toMatchObject({ requiresSignOn: false })
  })

  test('lets nobody in by a password alone: neither sessions that are there nor new ones', async () => {
    const member = await scene.makeMember('member@example.com', ['chatflows:view'])
    const both = await makeBoth('both@example.com')
    const owner = await makeOwner('owner@example.com')
    const codes = await owner.protect()
    expect((await turn(nora, true)).status).toBe(200)

    expect((await member.caller.call('GET', '/chatflows')).status).toBe(409)
    expect(await signIn('member@example.com')).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('single sign-on') },
    })

    // Who belongs elsewhere too gets there, and no further.
    expect((await both.caller.call('GET', '/chatflows')).status).toBe(409)
    const caller = await scene.signIn('both@example.com')
    const me = await caller.expect<{ assignedWorkspaces: { id: string }[] }>(200, 'GET', '/auth/session')
    expect(me.assignedWorkspaces.map(({ id }) => id)).toEqual([elsewhere.workspaceId])
    expect((await caller.call('POST', `/workspace/switch?id=${scene.workspaceId}`, {})).status).toBe(404)
    await caller.expect(200, 'POST', '/auth/refreshToken', {})
    expect((await caller.call('POST', `/workspace/switch?id=${scene.workspaceId}`, {})).status).toBe(404)

    // An administrator without a second factor is told so; the session from before the factor was shown does not count.
    await makeAdminWithoutFactor()
    expect((await owner.caller.call('GET', '/chatflows')).status).toBe(409)

    // With one they get in, stay in, and can let passwords in again.
    const emergency = scene.server.anonymous()
    const body = { email: 'owner@example.com', password: PASSWORD, code: codes[0] }
    await emergency.expect(200, 'POST', '/auth/login', body)
    await emergency.expect(200, 'GET', '/chatflows')
    await emergency.expect(200, 'POST', '/auth/refreshToken', {})
    await emergency.expect(200, 'GET', '/chatflows')
    await nora.expect(200, 'GET', '/chatflows')
    await nora.expect(200, 'POST', '/auth/refreshToken', {})
    await nora.expect(200, 'GET', '/chatflows')
    expect((await turn(emergency, false)).status).toBe(200)
    await member.caller.expect(200, 'GET', '/chatflows')
    expect((await signIn('member@example.com')).status).toBe(200)

    async function makeAdminWithoutFactor() {
      expect((await turn(nora, false)).status).toBe(200)
      await makeOwner('bare@example.com')
      expect((await turn(nora, true, 2)).status).toBe(200)
      expect(await signIn('bare@example.com')).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining('second factor') },
      })
    }
  })

  test('keeps its last login method, and says in the log who switched it', async () => {
    expect((await turn(nora, true, 2)).status).toBe(200)
    expect((await nora.call('DELETE', '/loginmethod/oidc')).status).toBe(409)
    const off = { providers: [{ providerName: 'oidc', status: 'disable', config: {} }] }
    const kept = await nora.call<{ message: string }>('PUT', '/loginmethod', off)
    expect([400, 409]).toContain(kept.status)
    await nora.expect(200, 'GET', '/chatflows')
    expect((await turn(nora, false)).status).toBe(200)
    const path = '/audit/entries?action=organization.sign-on-changed&limit=1'
    expect(await nora.expect(200, 'GET', path)).toMatchObject({
      data: [
        {
          before: { requiresSignOn: true },
          after: { requiresSignOn: false },
          actor: { name: 'nora@example.com' },
        },
      ],
    })
  })
})
