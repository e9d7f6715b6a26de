import { builtInPermissions } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../testing/test-people.ts'
import { startTwoWorkspaces, type TwoWorkspaces } from '../testing/two-workspaces.ts'

describe.each(databaseKinds)('a role that is given in several workspaces, on %s', (kind) => {
  let scene: TwoWorkspaces
  let eve: Person
  beforeAll(async () => {
    scene = await startTwoWorkspaces(kind)
    eve = await scene.add('Eve', { sandbox: 'admin', production: ['chatflows:view'] })
  })
  afterAll(() => scene.stop())

  const change = (person: Person, id: string, more: object) =>
    person.caller.call('PUT', '/role', { id, ...more })

  test('grows by nobody beyond what they hold where it is given', async () => {
    const { id } = await scene.makeRole(['chatflows:view'])
    const max = await scene.add('Max', { production: id, sandbox: 'viewer' })
    const own = await eve.caller.expect<{ activeWorkspaceId: string }>(200, 'GET', '/auth/session')
    expect(own.activeWorkspaceId).toBe(scene.sandbox)
    for (const more of [{ permissions: builtInPermissions.admin }, { permissions: ['variables:view'] }])
      expect((await change(eve, id, more)).status).toBe(403)
    expect(await scene.permissionsOf(id)).toEqual(['chatflows:view'])
    await scene.go(max, scene.production)
    expect((await max.caller.call('GET', '/variables')).status).toBe(403)
  })

  test('grows not by who has it there themselves, as what they hold where they are counts nothing there', async () => {
    const { id } = await scene.makeRole(['chatflows:view'])
    const eva = await scene.add('Eva', { sandbox: 'admin', production: id })
    expect((await change(eva, id, { permissions: builtInPermissions.admin })).status).toBe(403)
    await scene.go(eva, scene.production)
    expect((await eva.caller.call('GET', '/variables')).status).toBe(403)
  })

  test('is not taken from those of a workspace where who changes it holds less, or is not at all', async () => {
    const outsider = await scene.add('Olaf', { sandbox: 'admin' })
    const { id } = await scene.makeRole(['chatflows:view', 'variables:view'])
    await scene.add('Pia', { production: id })
    for (const person of [eve, outsider])
      for (const more of [{ permissions: [] }, { name: `Stolen ${person.userId}` }, { description: 'x' }])
        expect((await change(person, id, more)).status).toBe(403)
    expect(await scene.permissionsOf(id)).toEqual(['chatflows:view', 'variables:view'])
  })

  test('is changed by who holds what it holds, and is to hold, wherever it is given', async () => {
    const { id } = await scene.makeRole(['chatflows:view'])
    await scene.add('Paul', { production: id, sandbox: id })
    const both = await scene.add('Bea', { sandbox: 'admin', production: ['chatflows:view', 'tools:view'] })
    await both.caller.expect(200, 'PUT', '/role', { id, permissions: ['chatflows:view', 'tools:view'] })
    expect((await change(both, id, { permissions: ['chatflows:view', 'variables:view'] })).status).toBe(403)
    await scene.administrator.expect(200, 'PUT', '/role', { id, permissions: ['variables:view'] })
    expect((await change(both, id, { name: 'Bea’s' })).status).toBe(403)
  })

  test('is changed by who holds it where they are, as long as it is given nowhere else', async () => {
    const { id } = await scene.makeRole(['chatflows:view'])
    await eve.caller.expect(200, 'PUT', '/role', { id, permissions: ['variables:view'] })
    await scene.add('Sue', { sandbox: id })
    await eve.caller.expect(200, 'PUT', '/role', { id, permissions: ['variables:view', 'tools:view'] })
    await scene.go(eve, scene.production)
    expect((await change(eve, id, { permissions: [] })).status).toBe(403)
    await scene.go(eve, scene.sandbox)
    const unused = await scene.makeRole(['chatflows:view', 'tools:view'])
    await eve.caller.expect(200, 'DELETE', `/role?id=${unused.id}`)
  })

  test('counts as given where a group of the provider, or a login method, gives it to newcomers', async () => {
    const provider = await scene.server.withProvisioning()
    const group = await provider.expect<{ id: string }>(201, 'POST', '/scim/v2/Groups', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: `Group ${crypto.randomUUID()}`,
    })
    const ofGroup = await scene.makeRole(['tools:view'])
    const places = [{ workspaceId: scene.production, roleId: ofGroup.id }]
    await scene.administrator.expect(200, 'PUT', `/provisioning/group/${group.id}`, { places })
    const ofMethod = await scene.makeRole(['tools:view'])
    const config = {
      issuer: 'https://id.example.com',
      clientID: 'runnel',
      clientSecret: 'Paper-Clip-3',
      autoProvision: true,
      workspaceId: scene.production,
      roleId: ofMethod.id,
    }
    const method = { providerName: 'oidc', config, status: 'disable' }
    await scene.administrator.expect(200, 'PUT', '/loginmethod', { providers: [method] })
    for (const { id } of [ofGroup, ofMethod]) {
      expect((await change(eve, id, { permissions: builtInPermissions.admin })).status).toBe(403)
      expect((await eve.caller.call('DELETE', `/role?id=${id}`)).status).toBe(403)
      expect(await scene.permissionsOf(id)).toEqual(['tools:view'])
    }
  })
})
