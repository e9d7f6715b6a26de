import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SignOnScene, startSignOnScene } from '../testing/sign-on-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

describe.each(databaseKinds)('the first sign-in of somebody whom a provider made by SCIM, on %s', (kind) => {
  let scene: SignOnScene
  let provider: TestCaller
  beforeAll(async () => {
    scene = await startSignOnScene(kind)
    await scene.save('oidc', { autoProvision: false })
    provider = await scene.server.withProvisioning()
  })
  afterAll(() => scene.stop())

  /** Makes somebody who is in a workspace by a group. */
  async function make(email: string): Promise<string> {
    const person = { userName: email, displayName: 'Made', active: true }
    const { id } = await provider.expect<{ id: string }>(201, 'POST', '/scim/v2/Users', person)
    const group = { displayName: `Group of ${email}`, members: [{ value: id }] }
    const made = await provider.expect<{ id: string }>(201, 'POST', '/scim/v2/Groups', group)
    await scene.administrator.expect(200, 'PUT', `/provisioning/group/${made.id}`, {
      places: [{ workspaceId: scene.workspaceId, roleId: scene.roleId }],
    })
    return id
  }
  const comeAs = (subject: string, email: string, emailVerified = true) => {
    scene.oidc.person = { subject, email, emailVerified }
    return scene.signInByOidc()
  }

  test('finds the account by the verified address, once; then by issuer and subject alone', async () => {
    await make('new@example.com')
    const { caller, arrival } = await comeAs('new-1', 'new@example.com')
    expect([arrival.path, arrival.fault]).toEqual(['/sso-success', undefined])
    const me = await caller.expect<object>(200, 'GET', '/auth/session')
    expect(me).toMatchObject({
      email: 'new@example.com',
      name: 'Made',
      isSSO: true,
      permissions: ['chatflows:view'],
    })
    expect((await comeAs('new-2', 'new@example.com')).arrival.fault).toBe('sso_address_taken')
    expect((await comeAs('new-1', 'renamed@example.com')).arrival.fault).toBeUndefined()
  })

  test('does not find it by an address that nobody verified', async () => {
    await make('unverified@example.com')
    const { arrival } = await comeAs('unverified-1', 'unverified@example.com', false)
    expect(arrival.fault).toBe('sso_no_account')
  })

  test('does not find the account of a member who was taken over', async () => {
    await scene.makeMember('taken@example.com', ['variables:view'])
    await provider.expect(201, 'POST', '/scim/v2/Users', { userName: 'taken@example.com' })
    expect((await comeAs('taken-1', 'taken@example.com')).arrival.fault).toBe('sso_address_taken')
  })

  test('does not find it for another organisation, nor by a login method that no administrator kept', async () => {
    await make('kept@example.com')
    const { caller: manager } = await scene.makeMember('manager@example.com', [
      'sso:manage',
      'chatflows:view',
    ])
    const config = { issuer: scene.oidc.issuer, clientID: scene.oidc.clientId, label: 'Mine' }
    const saved = { providers: [{ providerName: 'oidc', status: 'enable', config }] }
    await manager.expect(200, 'PUT', '/loginmethod', saved)
    expect((await comeAs('kept-1', 'kept@example.com')).arrival.fault).toBe('sso_address_taken')
    await scene.save('oidc', { autoProvision: false })
    expect((await comeAs('kept-1', 'kept@example.com')).arrival.fault).toBeUndefined()
  })

  test('does not find the account of an administrator, whose address the provider could have changed', async () => {
    await make('chief@example.com')
    const { data } = await scene.administrator.expect<{ data: { userId: string }[] }>(
      200,
      'GET',
      `/organizationuser?organizationId=${scene.organizationId}&search=chief&page=1&limit=10`,
    )
    const roles = await scene.administrator.expect<{ id: string; name: string }[]>(200, 'GET', '/role')
    await scene.administrator.expect(200, 'PUT', '/organizationuser', {
      organizationId: scene.organizationId,
      userId: data[0]?.userId,
      roleId: roles.find(({ name }) => name === 'owner')?.id,
    })
    expect((await comeAs('chief-1', 'chief@example.com')).arrival.fault).toBe('sso_address_taken')
  })

  test('opens nothing to who was deactivated', async () => {
    const id = await make('off@example.com')
    await provider.expect(200, 'PATCH', `/scim/v2/Users/${id}`, {
      Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
    })
    expect((await comeAs('off-1', 'off@example.com')).arrival.fault).toBe('sso_no_workspace')
  })
})
