import type { ProvisioningToken } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ScimScene, startScimScene } from '../testing/scim-scene.ts'
import { createCaller, type TestCaller } from '../testing/test-caller.ts'
import type { Person } from '../testing/test-people.ts'

describe.each(databaseKinds)('tokens for SCIM and their makers on %s', (kind) => {
  let scene: ScimScene
  beforeAll(async () => {
    scene = await startScimScene(kind)
  })
  afterAll(() => scene.stop())

  const speak = async (token: string) => {
    const provider = createCaller(scene.server.origin, { authorization: `Bearer ${token}` })
    return (await provider.call('GET', '/scim/v2/Users?count=0')).status
  }
  const tokens = async () =>
    (await scene.administrator.expect<{ tokens: ProvisioningToken[] }>(200, 'GET', '/provisioning')).tokens
  /** A second administrator of the organisation, with a token of their own. */
  async function addMaker(): Promise<Person & { made: ProvisioningToken }> {
    const places = [{ workspaceId: scene.workspaceId, role: 'owner' }] as const
    const maker = await scene.server.addPerson({ name: 'Maker', isAdmin: true, places: [...places] })
    const made = await maker.caller.expect<ProvisioningToken>(201, 'POST', '/provisioning/token', {
      name: 'Entra',
    })
    return { ...maker, made }
  }
  const revoke = ({ id }: ProvisioningToken) =>
    scene.administrator.expect(200, 'DELETE', `/provisioning/token/${id}`)
  const change = async ({ userId }: Person, body: object) => {
    const { organizationId } = scene
    await scene.administrator.expect(200, 'PUT', '/organizationuser', { organizationId, userId, ...body })
  }
  const remove = ({ userId }: Person) =>
    scene.administrator.expect(
      200,
      'DELETE',
      `/organizationuser?organizationId=${scene.organizationId}&userId=${userId}`,
    )
  const lower = async (maker: Person) => change(maker, { roleId: await scene.roleOf('member') })

  test.each<[string, (maker: Person) => Promise<unknown>]>([
    ['removed', remove],
    ['barred', (maker) => change(maker, { status: 'disable' })],
    ['administrator no more', lower],
  ])('a token opens nothing from the moment on that its maker is %s', async (_case, end) => {
    const maker = await addMaker()
    expect(await speak(maker.made.token)).toBe(200)
    expect(maker.made).toMatchObject({ isHeld: false, maker: { id: maker.userId, name: 'Maker' } })
    await end(maker)
    expect(await speak(maker.made.token)).toBe(401)
    expect((await tokens()).find(({ id }) => id === maker.made.id)).toMatchObject({ isHeld: true })
    await revoke(maker.made)
  })

  test('who is let in again has their token back', async () => {
    const maker = await addMaker()
    await change(maker, { status: 'disable' })
    await change(maker, { status: 'active' })
    expect(await speak(maker.made.token)).toBe(200)
    await revoke(maker.made)
  })

  test('an administrator takes a token over, before its maker goes or after', async () => {
    const takeOver = (by: TestCaller, { id }: ProvisioningToken) =>
      by.call('PUT', `/provisioning/token/${id}`, { takeOver: true })
    const own = await scene.administrator.expect<{ id: string }>(200, 'GET', '/auth/session')
    const maker = await addMaker()
    await remove(maker)
    const other = await scene.server.addOrganization()
    expect((await takeOver(other.caller, maker.made)).status).toBe(404)
    const { caller: owner } = await scene.server.addPerson({
      name: 'Owner',
      places: [{ workspaceId: scene.workspaceId, role: 'owner' }],
    })
    expect((await takeOver(owner, maker.made)).status).toBe(403)
    expect(await speak(maker.made.token)).toBe(401)
    expect((await takeOver(scene.administrator, maker.made)).status).toBe(200)
    expect(await speak(maker.made.token)).toBe(200)
    const found = (await tokens()).find(({ id }) => id === maker.made.id)
    expect(found).toMatchObject({ isHeld: false, maker: { id: own.id } })
    expect((await scene.entries('provisioning-token.taken-over'))[0]).toMatchObject({
      before: { maker: maker.userId },
      after: { maker: own.id },
    })
    await revoke(maker.made)
  })
})
