import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SignOnScene, startSignOnScene } from '../testing/sign-on-scene.ts'

describe.each(databaseKinds)('a role that is given to nobody yet, on %s', (kind) => {
  let scene: SignOnScene
  beforeAll(async () => {
    scene = await startSignOnScene(kind)
  })
  afterAll(() => scene.stop())

  const remove = (id: string) =>
    scene.administrator.call<{ message: string; reason: string }>('DELETE', `/role?id=${id}`)
  const exists = async (id: string) =>
    (await scene.administrator.call('GET', `/role?id=${id}`)).status === 200

  test('stays while a group of the provider gives it', async () => {
    const provider = await scene.server.withProvisioning()
    const roleId = await scene.makeRole(['chatflows:view'])
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:Group']
    const body = { schemas, displayName: 'Sales team', members: [] }
    const { id } = await provider.expect<{ id: string }>(201, 'POST', '/scim/v2/Groups', body)
    const map = (places: object[]) =>
      scene.administrator.expect(200, 'PUT', `/provisioning/group/${id}`, { places })
    await map([{ workspaceId: scene.workspaceId, roleId }])
    const refused = await remove(roleId)
    expect([refused.status, refused.body.reason]).toEqual([409, 'role_given_by_groups'])
    expect(refused.body.message).toContain('Sales team (Default Workspace)')
    const groups = scene.server.context.db.organization(scene.organizationId).provisioning
    expect(await groups.listGroupPlaces([id])).toMatchObject([{ roleId }])
    await map([])
    expect((await remove(roleId)).status).toBe(200)
    expect(await exists(roleId)).toBe(false)
  })

  test('stays while new people of a login method get it', async () => {
    const roleId = await scene.makeRole(['chatflows:view'])
    const { issuer, clientId: clientID, clientSecret } = scene.oidc
    const config = { issuer, clientID, clientSecret, workspaceId: scene.workspaceId, roleId }
    const put = (autoProvision: boolean) =>
      scene.administrator.expect(200, 'PUT', '/loginmethod', {
        providers: [{ providerName: 'oidc', status: 'enable', config: { ...config, autoProvision } }],
      })
    await put(true)
    const refused = await remove(roleId)
    expect([refused.status, refused.body.reason]).toEqual([409, 'role_given_by_sign_on'])
    expect(refused.body.message).toContain('oidc')
    expect(await exists(roleId)).toBe(true)
    await put(false)
    expect((await remove(roleId)).status).toBe(200)
  })
})
