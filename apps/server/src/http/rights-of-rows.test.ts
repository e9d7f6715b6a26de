import type { ApiKey, OrganizationUser, Role, Workspace, WorkspaceUser } from '@runnel/contract'
import { databaseKinds, statementsOf } from '@runnel/db/testing'
import { timedCode } from '@runnel/drivers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCaller } from '../testing/test-caller.ts'
import type { Person } from '../testing/test-people.ts'
import { ADMINISTRATOR } from '../testing/test-server.ts'
import { startTwoWorkspaces, type TwoWorkspaces } from '../testing/two-workspaces.ts'

/** A call of a verb, and whether the row says that it may be made. */
interface Tried {
  what: string
  may: boolean | undefined
  call: [method: string, path: string, body?: object]
}

describe.each(databaseKinds)('what a row of a list says may be done with it, on %s', (kind) => {
  let scene: TwoWorkspaces
  let eve: Person
  let low: string
  beforeAll(async () => {
    scene = await startTwoWorkspaces(kind)
    low = (await scene.makeRole([], 'Low')).id
    eve = await scene.add('Eve', {
      sandbox: 'admin',
      production: ['workspace:view', 'workspace:unlink-user', 'chatflows:view'],
    })
    await scene.add('Inreach', { sandbox: 'viewer' })
    await scene.add('Here', { sandbox: 'admin', production: ['chatflows:view'] })
    await scene.add('Beyond', { sandbox: 'viewer', production: 'editor' })
    await scene.add('Away', { production: 'admin' })
    const barred = await scene.add('Barred', { sandbox: 'viewer' })
    await scene.administrator.expect(200, 'PUT', '/organizationuser', {
      userId: barred.userId,
      status: 'disable',
    })
    const invited = (email: string, workspaceId: string, roleId: string) =>
      scene.administrator.expect(201, 'POST', '/account/invite', {
        user: { email },
        workspace: { id: workspaceId },
        role: { id: roleId },
      })
    await invited('ida@example.com', scene.sandbox, low)
    await invited('ina@example.com', scene.production, await roleNamed('admin'))
  })
  afterAll(() => scene.stop())

  async function roleNamed(name: string): Promise<string> {
    const { read } = scene.server.context.db.organization(scene.organizationId)
    return (await read.listBuiltInRoles()).find(({ builtIn }) => builtIn === name)?.id ?? ''
  }
  const callers = () => ({ eve: eve.caller, administrator: scene.administrator })

  /** A refusal is one of rights, or of who somebody is; what lies in the thing itself (a role in use) is told by the verb. */
  async function expectAgreement(caller: TestCaller, tried: readonly Tried[]): Promise<void> {
    const answers: unknown[] = []
    for (const { what, may, call } of tried) {
      const { status, text } = await caller.call(...call)
      const isInUse = status === 409 && text.includes('role_given')
      answers.push({ what, may, verb: (status < 300 || isInUse) === true, text: may ? text : '' })
    }
    expect(answers).toEqual(
      tried.map(({ what, may }) => ({ what, may, verb: may, text: may ? expect.any(String) : '' })),
    )
  }
  /** Brings somebody into another organisation, by its invitation. */
  async function joinAnother({ email }: Person): Promise<void> {
    const other = await scene.server.addOrganization()
    const roles = await scene.server.context.db.organization(other.organizationId).read.listBuiltInRoles()
    const { inviteLink } = await other.caller.expect<{ inviteLink: string }>(201, 'POST', '/account/invite', {
      user: { email },
      workspace: { id: other.workspaceId },
      role: { id: roles.find(({ builtIn }) => builtIn === 'member')?.id },
    })
    const tempToken = new URL(inviteLink).searchParams.get('token')
    const user = { name: 'Abroad', email, credential: ADMINISTRATOR.password, tempToken }
    await scene.server.anonymous().expect(201, 'POST', '/account/register', { user })
  }
  const both = (tried: readonly Tried[]) => new Set(tried.map(({ may }) => may))

  test('of people agrees with what each verb answers', async () => {
    const path = `/organizationuser?organizationId=${scene.organizationId}`
    const triedBy = async (caller: TestCaller) => {
      const rows = await caller.expect<OrganizationUser[]>(200, 'GET', path)
      return rows.flatMap(({ userId, user, status, may }): Tried[] => [
        { what: `change ${user.name}`, may: may?.change, call: ['PUT', '/organizationuser', { userId }] },
        {
          what: `resend ${user.name}`,
          may: may?.resend,
          call: ['POST', '/account/resend-invitation', { user: { id: userId } }],
        },
        ...(status === 'active'
          ? [
              {
                what: `link ${user.name}`,
                may: may?.resetLink,
                call: ['POST', '/account/reset-link', { user: { id: userId } }] satisfies Tried['call'],
              },
            ]
          : []),
        {
          what: `factor ${user.name}`,
          may: may?.resetFactor,
          call: ['DELETE', `/account/second-factor/${userId}`],
        },
      ])
    }
    for (const caller of Object.values(callers())) {
      const tried = await triedBy(caller)
      expect(both(tried)).toEqual(new Set([true, false]))
      await expectAgreement(caller, tried)
    }
  })

  test('of who may be removed agrees with the removal, for each who is there', async () => {
    const path = `/organizationuser?organizationId=${scene.organizationId}`
    await scene.add('Gone', { sandbox: 'viewer' })
    await scene.add('Stays', { sandbox: 'viewer', production: 'editor' })
    const rows = await eve.caller.expect<OrganizationUser[]>(200, 'GET', path)
    const wanted = rows.filter(({ user }) => ['Gone', 'Stays', 'Eve', 'Away'].includes(user.name))
    expect(wanted.some(({ isOrgOwner }) => isOrgOwner)).toBe(false)
    const admins = rows.filter(({ isOrgOwner }) => isOrgOwner)
    const tried = [...wanted, ...admins].map(({ userId, user, may }): Tried => {
      const query = `organizationId=${scene.organizationId}&userId=${userId}`
      return { what: user.name, may: may?.delete, call: ['DELETE', `/organizationuser?${query}`] }
    })
    expect(tried.filter(({ may }) => may).map(({ what }) => what)).toEqual(['Gone'])
    await expectAgreement(eve.caller, tried)
  })

  test('of a second factor is so where there is one, and the account is of no other organisation', async () => {
    const [plain, keyed, abroad] = [
      await scene.add('Plain', { sandbox: 'viewer' }),
      await scene.add('Keyed', { sandbox: 'viewer' }),
      await scene.add('Abroad', { sandbox: 'viewer' }),
    ]
    await joinAnother(abroad)
    for (const { caller } of [keyed, abroad]) {
      const asked = { password: ADMINISTRATOR.password }
      const { secret } = await caller.expect<{ secret: string }>(200, 'POST', '/account/second-factor', asked)
      const code = timedCode(secret, scene.server.context.now())
      await caller.expect(200, 'POST', '/account/second-factor/confirm', { code })
    }
    const rows = await eve.caller.expect<OrganizationUser[]>(
      200,
      'GET',
      `/organizationuser?organizationId=${scene.organizationId}`,
    )
    const mayOf = ({ userId }: Person) => rows.find((row) => row.userId === userId)?.may?.resetFactor
    expect([plain, keyed, abroad].map(mayOf)).toEqual([false, true, false])
    await expectAgreement(
      eve.caller,
      [plain, keyed, abroad].map((person) => ({
        what: person.email,
        may: mayOf(person),
        call: ['DELETE', `/account/second-factor/${person.userId}`],
      })),
    )
  })

  test('of places in both workspaces agrees with what each verb answers', async () => {
    await scene.add('Leaves', { sandbox: 'viewer', production: ['chatflows:view'] })
    for (const caller of Object.values(callers())) {
      for (const workspaceId of [scene.sandbox, scene.production]) {
        const rows = await caller.expect<WorkspaceUser[]>(
          200,
          'GET',
          `/workspaceuser?workspaceId=${workspaceId}`,
        )
        const changes = rows.map(({ userId, roleId, user, may }): Tried => {
          const body = { workspaceId, userId, roleId }
          return { what: `change ${user.name}`, may: may?.change, call: ['PUT', '/workspaceuser', body] }
        })
        await expectAgreement(caller, changes)
        // Who could be taken out stays for the other caller: one of them goes.
        const removals = rows
          .filter(({ user, may }) => user.name === 'Leaves' || may?.delete === false)
          .map(({ userId, user, may }): Tried => {
            const query = `workspaceId=${workspaceId}&userId=${userId}`
            return {
              what: `take out ${user.name}`,
              may: may?.delete,
              call: ['DELETE', `/workspaceuser?${query}`],
            }
          })
        await expectAgreement(caller, removals)
      }
    }
  })

  test('of workspaces agrees with what each verb answers, and no more than one is left to nobody', async () => {
    for (const caller of Object.values(callers())) {
      const rows = await caller.expect<Workspace[]>(200, 'GET', '/workspace')
      expect(rows).toHaveLength(2)
      await expectAgreement(
        caller,
        rows.flatMap(({ id, name, may }): Tried[] => [
          { what: `see ${name}`, may: may?.see, call: ['GET', `/workspaceuser?workspaceId=${id}`] },
          { what: `change ${name}`, may: may?.change, call: ['PUT', '/workspace', { id }] },
        ]),
      )
      for (const { id, may } of rows)
        expect(await caller.expect(200, 'GET', `/workspace?id=${id}`)).toMatchObject({ may })
    }
    const [sandbox, production] = await Promise.all(
      [scene.sandbox, scene.production].map((id) =>
        eve.caller.expect<Workspace>(200, 'GET', `/workspace?id=${id}`),
      ),
    )
    expect(sandbox?.may).toEqual({ see: true, add: true, change: true, delete: true })
    expect(production?.may).toEqual({ see: true, add: false, change: false, delete: false })
    expect(production?.holds).toEqual(['workspace:view', 'workspace:unlink-user', 'chatflows:view'])
    const user = await scene.add('Nat', { production: 'viewer' })
    for (const [workspace, may] of [
      [scene.production, false],
      [scene.sandbox, true],
    ] as const) {
      const body = { workspaceId: workspace, userId: user.userId, roleId: low }
      const answer = await eve.caller.call('POST', '/workspaceuser', body)
      expect(answer.status).toBe(may ? 201 : 403)
    }
    expect((await eve.caller.call('DELETE', `/workspace/${scene.production}`)).status).toBe(403)
    const only = await scene.add('Only', { sandbox: 'admin' })
    const [own] = await only.caller.expect<Workspace[]>(200, 'GET', '/workspace')
    expect(own?.may?.delete).toBe(false)
    expect((await only.caller.call('DELETE', `/workspace/${scene.sandbox}`)).status).toBe(409)
  })

  test('of roles agrees with what each verb answers', async () => {
    const [nowhere, here, there] = [
      await scene.makeRole(['chatflows:view'], 'Nowhere'),
      await scene.makeRole(['tools:view'], 'Here'),
      await scene.makeRole(['tools:view'], 'There'),
    ]
    await scene.add('Hal', { sandbox: here.id })
    await scene.add('Tom', { production: there.id })
    const rows = await eve.caller.expect<Role[]>(200, 'GET', `/role?organizationId=${scene.organizationId}`)
    const mayOf = (id: string) => rows.find((row) => row.id === id)?.may?.change
    expect([nowhere, here, there].map(({ id }) => mayOf(id))).toEqual([true, true, false])
    await scene.add('Bob', { production: nowhere.id })
    const given = await eve.caller.expect<Role>(200, 'GET', `/role?id=${nowhere.id}`)
    expect([given.may?.change, new Set(given.within)]).toEqual([
      true,
      new Set(['workspace:view', 'workspace:unlink-user', 'chatflows:view']),
    ])
    for (const [permission, status] of [
      ['workspace:view', 200],
      ['tools:view', 403],
    ] as const) {
      const body = { id: nowhere.id, permissions: ['chatflows:view', permission] }
      expect((await eve.caller.call('PUT', '/role', body)).status).toBe(status)
    }
    expect(rows.find(({ id }) => id === here.id)?.within).toBeUndefined()
    for (const caller of Object.values(callers())) {
      const listed = await caller.expect<Role[]>(200, 'GET', `/role?organizationId=${scene.organizationId}`)
      await expectAgreement(
        caller,
        listed.map(
          ({ id, name, may }): Tried => ({
            what: `change ${name}`,
            may: may?.change,
            call: ['PUT', '/role', { id, description: 'other' }],
          }),
        ),
      )
      for (const { id, may } of listed)
        expect(await caller.expect(200, 'GET', `/role?id=${id}`)).toMatchObject({ may })
    }
    await expectAgreement(
      eve.caller,
      rows.map(
        ({ id, name, may }): Tried => ({
          what: `delete ${name}`,
          may: may?.delete,
          call: ['DELETE', `/role?id=${id}`],
        }),
      ),
    )
  })

  test('of keys agrees with what each verb answers', async () => {
    const kai = await scene.add('Kai', { sandbox: 'admin' })
    const keep = (caller: TestCaller, keyName: string, permissions: string[]) =>
      caller.expect(200, 'POST', '/apikey', { keyName, permissions })
    const reduced = await scene.add('Ken', { sandbox: ['apikeys:view', 'apikeys:update', 'tools:view'] })
    await keep(kai.caller, 'Little', ['tools:view'])
    await keep(kai.caller, 'Much', ['tools:view', 'chatflows:view'])
    for (const caller of [reduced.caller, eve.caller, kai.caller]) {
      const rows = await caller.expect<ApiKey[]>(200, 'GET', '/apikey')
      await expectAgreement(
        caller,
        rows.flatMap(({ id, keyName, maker, may }): Tried[] => [
          { what: `change ${keyName}`, may: may.change, call: ['PUT', `/apikey/${id}`, { keyName }] },
          // Who made a key already takes nothing over: nothing is offered, nothing happens.
          ...(may.takeOver || !may.change || maker === null
            ? [
                {
                  what: `take over ${keyName}`,
                  may: may.takeOver,
                  call: ['PUT', `/apikey/${id}`, { takeOver: true }] satisfies Tried['call'],
                },
              ]
            : []),
        ]),
      )
    }
    const rows = await reduced.caller.expect<ApiKey[]>(200, 'GET', '/apikey')
    expect(rows.map(({ may }) => may.delete)).toEqual([false, false])
    for (const { id } of rows) {
      expect((await reduced.caller.call('DELETE', `/apikey/${id}`)).status).toBe(403)
      await eve.caller.expect(200, 'DELETE', `/apikey/${id}`)
    }
  })

  test('costs one who is no administrator as many statements for few rows as for many, and no more than five for people', async () => {
    const count = async (path: string) => {
      const counts: number[] = []
      for (let time = 0; time < 3; time += 1)
        counts.push((await statementsOf(() => eve.caller.expect(200, 'GET', path))).length)
      return Math.min(...counts)
    }
    const own = await count('/account/basic-auth')
    const people = (limit: number) =>
      count(
        `/organizationuser?organizationId=${scene.organizationId}&search=example&sort=name&page=1&limit=${limit}`,
      )
    expect(await people(5)).toBe(await people(1))
    expect((await people(5)) - own).toBeLessThanOrEqual(5)
    for (const path of [
      `/role?organizationId=${scene.organizationId}&page=1`,
      `/workspaceuser?workspaceId=${scene.sandbox}&page=1`,
      '/workspace?page=1',
    ])
      expect(await count(`${path}&limit=2`)).toBe(await count(`${path}&limit=1`))
  })
})
