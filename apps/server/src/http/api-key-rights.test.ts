import type { ApiKey } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PeopleScene, startPeopleScene } from '../testing/people-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const RIGHTS = ['apikeys:view', 'apikeys:create', 'apikeys:update', 'variables:view', 'tools:view']

describe.each(databaseKinds)('the rights of an API key on %s', (kind) => {
  let scene: PeopleScene
  beforeAll(async () => {
    scene = await startPeopleScene(kind, { hasMail: false })
  })
  afterAll(() => scene.stop())

  async function makeKey(by: TestCaller, permissions = ['variables:view', 'tools:view']) {
    const keys = await by.expect<ApiKey[]>(200, 'POST', '/apikey', { keyName: 'k', permissions })
    const made = keys.find(({ isNew }) => isNew)
    if (!made) throw new Error('no new key')
    return made
  }
  const callWith = async ({ apiKey }: ApiKey, path: string) =>
    (
      await scene.server.anonymous().call('GET', path, undefined, {
        'x-request-from': '',
        authorization: `Bearer ${apiKey}`,
      })
    ).status
  const shown = async ({ id }: ApiKey) =>
    (await scene.administrator.expect<ApiKey[]>(200, 'GET', '/apikey')).find((key) => key.id === id)
  const setRole = async (userId: string, permissions: string[]) =>
    scene.administrator.expect(200, 'PUT', '/workspaceuser', {
      userId,
      workspaceId: scene.workspaceId,
      roleId: await scene.makeRole(permissions),
    })
  const setStatus = (userId: string, status: 'active' | 'disable') =>
    scene.administrator.expect(200, 'PUT', '/organizationuser', {
      userId,
      organizationId: scene.organizationId,
      status,
    })

  test('shrink with the role of its maker, at once, and grow again', async () => {
    const { caller, id } = await scene.makeMember('bob@example.com', RIGHTS)
    const key = await makeKey(caller)
    expect(key).toMatchObject({ isHeld: false, maker: { id }, effectivePermissions: key.permissions })
    expect([await callWith(key, '/variables'), await callWith(key, '/tools')]).toEqual([200, 200])
    await setRole(id, ['variables:view'])
    expect([await callWith(key, '/variables'), await callWith(key, '/tools')]).toEqual([200, 403])
    expect(await shown(key)).toMatchObject({
      permissions: key.permissions,
      effectivePermissions: ['variables:view'],
      isHeld: false,
    })
    await setRole(id, RIGHTS)
    expect(await callWith(key, '/tools')).toBe(200)
  })

  test('shrink with what is taken from a role', async () => {
    const { caller, id } = await scene.makeMember('carl@example.com', RIGHTS)
    const key = await makeKey(caller)
    const places = await scene.administrator.expect<{ roleId: string }[]>(
      200,
      'GET',
      `/workspaceuser?workspaceId=${scene.workspaceId}&userId=${id}`,
    )
    const roleId = [places].flat()[0]?.roleId
    await scene.administrator.expect(200, 'PUT', '/role', { id: roleId, permissions: ['tools:view'] })
    expect([await callWith(key, '/variables'), await callWith(key, '/tools')]).toEqual([403, 200])
  })

  test('are none while its maker is barred, until they are let in or somebody takes it over', async () => {
    const { caller, id } = await scene.makeMember('dora@example.com', RIGHTS)
    const key = await makeKey(caller)
    await setStatus(id, 'disable')
    expect(await callWith(key, '/variables')).toBe(401)
    expect(await shown(key)).toMatchObject({ effectivePermissions: [], isHeld: true })
    await setStatus(id, 'active')
    expect(await callWith(key, '/variables')).toBe(200)
    await setStatus(id, 'disable')
    await scene.administrator.expect(200, 'PUT', `/apikey/${key.id}`, { takeOver: true })
    expect(await callWith(key, '/variables')).toBe(200)
    expect(await shown(key)).toMatchObject({ isHeld: false, maker: { name: 'Ada Admin' } })
  })

  test('end with its maker, unless somebody took it over before', async () => {
    const { caller, id } = await scene.makeMember('emma@example.com', RIGHTS)
    const [theirs, taken] = [await makeKey(caller), await makeKey(caller)]
    await scene.administrator.expect(200, 'PUT', `/apikey/${taken.id}`, { takeOver: true })
    const unlink = { userIds: [id] }
    await scene.administrator.expect(200, 'POST', `/workspace/unlink-users/${scene.workspaceId}`, unlink)
    expect([await callWith(theirs, '/variables'), await callWith(taken, '/variables')]).toEqual([401, 200])
  })

  test('end with an account that its owner deletes', async () => {
    const { caller } = await scene.makeMember('fred@example.com', RIGHTS)
    const key = await makeKey(caller)
    const words = { confirmationText: 'permanently delete', password: 'Battery-Staple-7' }
    await caller.expect(200, 'DELETE', '/account/delete', words)
    expect(await callWith(key, '/variables')).toBe(401)
    expect(await shown(key)).toBeUndefined()
  })

  test('are taken over only by a person who holds all that it was given', async () => {
    const { caller } = await scene.makeMember('gina@example.com', RIGHTS)
    const key = await makeKey(caller)
    const { caller: lesser } = await scene.makeMember('hugo@example.com', ['apikeys:update', 'tools:view'])
    const take = (by: TestCaller) => by.call('PUT', `/apikey/${key.id}`, { takeOver: true })
    expect((await take(lesser)).status).toBe(400)
    const machine = await scene.server.withKey(RIGHTS)
    expect(await take(machine)).toMatchObject({ status: 400, body: { issues: [{ path: 'takeOver' }] } })
    expect((await shown(key))?.maker?.name).toBe('Member')
  })

  test('are nobody’s to change who holds less: not its name, nor how long it lives', async () => {
    const keys = ['apikeys:view', 'apikeys:update', 'variables:view']
    const [plain, deleting] = [
      await scene.makeMember('kim@example.com', keys),
      await scene.makeMember('kit@example.com', [...keys, 'apikeys:delete']),
    ]
    const later = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString()
    const made = await scene.administrator.expect<ApiKey[]>(200, 'POST', '/apikey', {
      keyName: 'robot',
      permissions: ['variables:view', 'credentials:update'],
      expiresDate: later(30),
    })
    const key = made.find(({ isNew }) => isNew)
    if (!key) throw new Error('no new key')
    const change = (by: TestCaller, body: object) => by.call('PUT', `/apikey/${key.id}`, body)
    const ending = { expiresDate: later(1) }
    const changes = [
      { expiresDate: null },
      { expiresDate: later(60) },
      { keyName: 'mine' },
      { permissions: ['variables:view'] },
      { ...ending, keyName: 'mine' },
      { ...ending, permissions: ['variables:view'] },
    ]
    for (const { caller } of [plain, deleting])
      for (const body of changes) expect([body, (await change(caller, body)).status]).toEqual([body, 403])
    expect(await shown(key)).toMatchObject({ keyName: 'robot', expiresDate: key.expiresDate })
    expect((await change(plain.caller, ending)).status).toBe(403)
    expect((await change(deleting.caller, ending)).status).toBe(200)
    expect(await shown(key)).toMatchObject({ expiresDate: ending.expiresDate })
    await scene.administrator.expect(200, 'PUT', `/apikey/${key.id}`, { permissions: ['variables:view'] })
    expect((await change(plain.caller, { keyName: 'ours', expiresDate: null })).status).toBe(200)
  })
})
