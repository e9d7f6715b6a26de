import { type SignedInUser, WORKSPACE_HEADER, type WorkspaceUser } from '@runnel/contract'
import { databaseKinds, statementsOf } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCaller } from '../testing/test-caller.ts'
import { ADMINISTRATOR } from '../testing/test-server.ts'
import { startTwoWorkspaces, type TwoWorkspaces } from '../testing/two-workspaces.ts'

const TOLD = 50
const MADE = 300

describe.each(databaseKinds)('somebody who is in very many workspaces, on %s', (kind) => {
  let scene: TwoWorkspaces
  let made: string[]
  let mia: TestCaller
  let email: string
  beforeAll(async () => {
    scene = await startTwoWorkspaces(kind)
    const person = await scene.add('Mia', { production: 'editor', sandbox: 'owner' })
    ;({ caller: mia, email } = person)
    const { id: roleId } = await scene.makeRole(['tools:view', 'sso:manage'])
    const organization = scene.server.context.db.organization(scene.organizationId)
    made = await organization.write(async (writer) => {
      const ids: string[] = []
      for (let n = 0; n < MADE; n += 1) {
        const workspaceId = await writer.insertWorkspace({ name: `Room ${String(n).padStart(3, '0')}` })
        await writer.addWorkspaceMember({ workspaceId, userId: person.userId, roleId })
        ids.push(workspaceId)
      }
      return ids
    })
  })
  afterAll(() => scene.stop())

  const session = (headers: Record<string, string> = {}) =>
    mia.call<SignedInUser>('GET', '/auth/session', undefined, headers)
  const idsOf = ({ assignedWorkspaces }: SignedInUser) => assignedWorkspaces.map(({ id }) => id)
  const refresh = () => mia.expect<SignedInUser>(200, 'POST', '/auth/refreshToken', {})
  const go = (id: string) => mia.expect<SignedInUser>(200, 'POST', `/workspace/switch?id=${id}`, {})

  test('is told of the newest ones, of the active one, and that there are more', async () => {
    const { body } = await session()
    expect(body).toMatchObject({ hasMoreWorkspaces: true, activeWorkspaceId: scene.sandbox })
    expect(body.assignedWorkspaces).toHaveLength(TOLD + 1)
    expect(idsOf(body)[0]).toBe(scene.sandbox)
    const newest = new Set(made)
    for (const id of idsOf(body).slice(1)) expect(newest.has(id)).toBe(true)
    expect(idsOf(await refresh())).toEqual(idsOf(body))
  })

  test('is told of the one that the page shows, where it is theirs', async () => {
    const shown = async (id: string) => idsOf((await session({ [WORKSPACE_HEADER]: id })).body)
    expect(await shown(scene.production)).toContain(scene.production)
    expect(await shown(crypto.randomUUID())).toHaveLength(TOLD + 1)
  })

  test('goes to any of them, and begins there the next time', async () => {
    const known = new Set(idsOf((await session()).body))
    const [old = ''] = made.filter((id) => !known.has(id))
    const there = await go(old)
    expect(there).toMatchObject({
      activeWorkspaceId: old,
      permissions: expect.arrayContaining(['tools:view']),
    })
    expect(idsOf(there)).toContain(old)
    const again = scene.server.anonymous()
    const signedIn = await again.expect<SignedInUser>(200, 'POST', '/auth/login', {
      email,
      password: ADMINISTRATOR.password,
    })
    expect(signedIn).toMatchObject({ activeWorkspaceId: old, hasMoreWorkspaces: true })
    await go(scene.sandbox)
  })

  test('finds the others by their names, as many as they want', async () => {
    const { id: userId } = (await session()).body
    const find = async (query: string) => {
      const path = `/workspaceuser?userId=${userId}&${query}`
      const { data, total } = await mia.expect<{ data: WorkspaceUser[]; total: number }>(200, 'GET', path)
      return { names: data.map(({ workspace }) => workspace.name), total }
    }
    expect(await find('search=room%2011&sort=name&page=1&limit=3')).toEqual({
      names: ['Room 110', 'Room 111', 'Room 112'],
      total: 10,
    })
    expect(await find('sort=name&page=1&limit=2')).toEqual({
      names: ['Default Workspace', 'Room 000'],
      total: MADE + 2,
    })
  })

  test('takes no more statements than who is in two', async () => {
    const role = ['tools:view', 'sso:manage']
    const { caller: two } = await scene.add('Tom', { production: role, sandbox: 'owner' })
    const tom = { to: [scene.production, scene.sandbox], by: two }
    const [first = '', second = ''] = made
    for (const [few, many] of [
      [() => two.expect(200, 'GET', '/auth/session'), () => mia.expect(200, 'GET', '/auth/session')],
      [
        () => two.expect(200, 'GET', '/account/basic-auth'),
        () => mia.expect(200, 'GET', '/account/basic-auth'),
      ],
      [
        () => two.expect(200, 'POST', `/workspace/switch?id=${tom.to[0]}`, {}),
        () => mia.expect(200, 'POST', `/workspace/switch?id=${second || first}`, {}),
      ],
    ] as const) {
      const counts = [await statementsOf(few), await statementsOf(many)].map((each) => each.length)
      // The active one that is not among the newest is asked for by two more.
      expect(counts[1]).toBeLessThanOrEqual((counts[0] ?? 0) + 2)
    }
  })

  test('has them counted once, and learns of the last one that gives a right as of the first', async () => {
    const role = ['tools:view', 'sso:manage']
    const { caller: ida, userId } = await scene.add('Ida', { production: role, sandbox: role })
    const read = () => ida.expect<SignedInUser>(200, 'GET', '/auth/session')
    const counts = (texts: string[]) => texts.filter((text) => text.includes('count(*)')).length
    await read()
    expect(counts(await statementsOf(read))).toBe(0)
    expect((await read()).permissions).not.toContain('sso:manage')
    const { id: roleId } = await scene.makeRole(role)
    const organization = scene.server.context.db.organization(scene.organizationId)
    await organization.write(async (writer) => {
      for (const workspaceId of made) await writer.addWorkspaceMember({ workspaceId, userId, roleId })
    })
    expect(counts(await statementsOf(read))).toBeGreaterThan(0)
    expect((await read()).permissions).toContain('sso:manage')
    const another = await organization.write((writer) => writer.insertWorkspace({ name: 'Another' }))
    expect((await read()).permissions).not.toContain('sso:manage')
    await organization.write((writer) => writer.addWorkspaceMember({ workspaceId: another, userId, roleId }))
    expect((await read()).permissions).toContain('sso:manage')
  })
})
