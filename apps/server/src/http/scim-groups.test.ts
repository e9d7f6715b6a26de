import type { ProvisionedGroup, ScimGroup, ScimUser } from '@runnel/contract'
import { campaignRounds, campaignTimeout } from '@runnel/contract/testing'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GROUP, PATCH, type ScimScene, startScimScene } from '../testing/scim-scene.ts'

const MEMBERS = campaignRounds(1_000, 10_000)
/** So many are made at once, which is what the pool of connections keeps up with. */
const PART = 50

describe.each(databaseKinds)('groups of a provider on %s', (kind) => {
  let scene: ScimScene
  beforeAll(async () => {
    scene = await startScimScene(kind)
  })
  afterAll(() => scene.stop())

  /** The role that somebody has in a workspace; undefined where they are not in it. */
  async function roleIn(workspaceId: string, email: string): Promise<string | undefined> {
    const { accounts } = scene.server.context.db.system
    const user = await accounts.findUserByEmail(email)
    const { read } = scene.server.context.db.organization(scene.organizationId)
    const { workspaces } = await read.findMembership(user?.id ?? '')
    return workspaces.find(({ id }) => id === workspaceId)?.roleName
  }
  const map = async (groupId: string, places: [workspaceId: string, role: string][], status = 200) =>
    scene.administrator.expect<ProvisionedGroup>(status, 'PUT', `/provisioning/group/${groupId}`, {
      places: await Promise.all(
        places.map(async ([workspaceId, role]) => ({ workspaceId, roleId: await scene.roleOf(role) })),
      ),
    })
  const membersOf = async (id: string) =>
    ((await scene.provider.expect<ScimGroup>(200, 'GET', `/Groups/${id}`)).members ?? []).map(
      ({ value }) => value,
    )

  test('Entra: makes, looks without members, adds and removes them, renames, deletes', async () => {
    const { provider } = scene
    const { id: one } = await provider.makeUser('one@entra.example')
    const { id: two } = await provider.makeUser('two@entra.example')
    const { id } = await provider.expect<ScimGroup>(201, 'POST', '/Groups', {
      schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Engineers',
      members: [],
      meta: { resourceType: 'Group' },
    })
    const query = `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "engineers"')}`
    const found = await provider.expect<{ totalResults: number; Resources: ScimGroup[] }>(200, 'GET', query)
    expect(found).toMatchObject({ totalResults: 1, Resources: [{ id }] })
    expect(found.Resources[0]).not.toHaveProperty('members')
    const added = await provider.call('PATCH', `/Groups/${id}`, {
      schemas: [PATCH],
      Operations: [{ op: 'Add', path: 'members', value: [{ $ref: null, value: one }, { value: two }] }],
    })
    expect([added.status, added.text]).toEqual([204, ''])
    expect((await membersOf(id)).toSorted()).toEqual([one, two].toSorted())
    const byMember = encodeURIComponent(`members eq "${one}"`)
    expect(await provider.expect(200, 'GET', `/Groups?filter=${byMember}`)).toMatchObject({ totalResults: 1 })
    const both = encodeURIComponent(`id eq "${id}" and members[value eq "${one}"]`)
    expect(await provider.expect(200, 'GET', `/Groups?filter=${both}`)).toMatchObject({ totalResults: 1 })
    await provider.patch(204, `/Groups/${id}`, { op: 'Remove', path: 'members', value: [{ value: one }] })
    expect(await membersOf(id)).toEqual([two])
    await provider.patch(204, `/Groups/${id}`, { op: 'Replace', path: 'displayName', value: 'Tinkerers' })
    const told = await provider.expect<ScimUser>(200, 'GET', `/Users/${two}`)
    expect(told.groups).toMatchObject([{ value: id, display: 'Tinkerers' }])
    expect((await provider.call('DELETE', `/Groups/${id}`)).status).toBe(204)
    await provider.expect(404, 'GET', `/Groups/${id}`)
  })

  test('Okta: makes, renames with the id in the value, removes by a path, replaces all', async () => {
    const { provider } = scene
    const { id: one } = await provider.makeUser('one@okta.example')
    const { id: two } = await provider.makeUser('two@okta.example')
    const { id } = await provider.makeGroup('Test SCIMv2', [one])
    await provider.patch(204, `/Groups/${id}`, {
      op: 'replace',
      value: { id, displayName: 'Test SCIMv2 renamed' },
    })
    await provider.patch(
      204,
      `/Groups/${id}`,
      { op: 'remove', path: `members[value eq "${one}"]` },
      {
        op: 'add',
        path: 'members',
        value: [{ value: two, display: 'two@okta.example' }],
      },
    )
    expect(await membersOf(id)).toEqual([two])
    await provider.expect(200, 'PUT', `/Groups/${id}`, {
      schemas: [GROUP],
      id,
      displayName: 'Test SCIMv2',
      members: [{ value: one, display: 'one@okta.example' }],
    })
    expect(await membersOf(id)).toEqual([one])
    await provider.patch(204, `/Groups/${id}`, { op: 'remove', path: 'members' })
    expect(await membersOf(id)).toEqual([])
  })

  test('faults are told in SCIM’s words, and a call that fails in the middle changes nothing', async () => {
    const { provider } = scene
    const { id: one } = await provider.makeUser('one@faults.example')
    const { id } = await provider.makeGroup('Faults')
    const told = async (method: string, path: string, body: object) => {
      const { status, body: fault } = await provider.call(method, path, body)
      return [status, fault.scimType]
    }
    const patch = (...Operations: object[]) =>
      told('PATCH', `/Groups/${id}`, { schemas: [PATCH], Operations })
    expect(await told('POST', '/Groups', { displayName: 'fAULTS' })).toEqual([409, 'uniqueness'])
    expect(await told('POST', '/Groups', { members: [] })).toEqual([400, 'invalidValue'])
    const nobody = crypto.randomUUID()
    const adds = { op: 'add', path: 'members', value: [{ value: one }, { value: nobody }] }
    const renames = { op: 'replace', path: 'displayName', value: 'Half' }
    expect(await patch(renames, adds)).toEqual([400, 'invalidValue'])
    expect(await membersOf(id)).toEqual([])
    expect(await provider.expect(200, 'GET', `/Groups/${id}`)).toMatchObject({ displayName: 'Faults' })
    expect(await patch({ op: 'add', path: 'members', value: [{ value: id, type: 'Group' }] })).toEqual([
      400,
      'invalidValue',
    ])
    expect(await patch({ op: 'replace', path: 'id', value: nobody })).toEqual([400, 'mutability'])
    expect(await patch({ op: 'replace', path: 'colour', value: 'red' })).toEqual([400, 'invalidPath'])
    await provider.patch(204, `/Groups/${id}`, { op: 'remove', path: 'members', value: [{ value: nobody }] })
  })

  test('a mapped group gives places and takes them away, and leaves what was given by hand', async () => {
    const { provider } = scene
    const [lab, shop] = [await scene.makeWorkspace(), await scene.makeWorkspace()]
    const { id: gina } = await provider.makeUser('gina@map.example')
    const { id: hank } = await provider.makeUser('hank@map.example')
    const hanksAccount = await scene.server.context.db.system.accounts.findUserByEmail('hank@map.example')
    const byHand = { workspaceId: lab, userId: hanksAccount?.id ?? '', roleId: await scene.roleOf('admin') }
    await scene.administrator.expect(201, 'POST', '/workspaceuser', byHand)
    const { id } = await provider.makeGroup('Mapped', [gina, hank])
    const shown = await map(id, [
      [lab, 'viewer'],
      [shop, 'editor'],
    ])
    expect(shown).toMatchObject({ memberCount: 2, places: [{ roleName: 'viewer' }, { roleName: 'editor' }] })
    expect([await roleIn(lab, 'gina@map.example'), await roleIn(shop, 'gina@map.example')]).toEqual([
      'viewer',
      'editor',
    ])
    expect([await roleIn(lab, 'hank@map.example'), await roleIn(shop, 'hank@map.example')]).toEqual([
      'admin',
      'editor',
    ])
    await map(id, [[lab, 'editor']])
    expect([await roleIn(lab, 'gina@map.example'), await roleIn(shop, 'gina@map.example')]).toEqual([
      'editor',
      undefined,
    ])
    await provider.patch(204, `/Groups/${id}`, { op: 'remove', path: 'members' })
    expect([await roleIn(lab, 'gina@map.example'), await roleIn(lab, 'hank@map.example')]).toEqual([
      undefined,
      'admin',
    ])
    const [entry] = await scene.entries('group.updated')
    expect(entry).toMatchObject({
      actor: { kind: 'provisioning' },
      subject: { name: 'Mapped' },
      after: { removed: expect.arrayContaining([gina, hank]), places: { taken: 1 } },
    })
  })

  test('of several groups the one that may more counts, and the other is left when it goes', async () => {
    const { provider } = scene
    const lab = await scene.makeWorkspace()
    const { id: ivy } = await provider.makeUser('ivy@more.example')
    const { id: few } = await provider.makeGroup('Few', [ivy])
    const { id: many } = await provider.makeGroup('Many', [ivy])
    await map(few, [[lab, 'viewer']])
    await map(many, [[lab, 'admin']])
    expect(await roleIn(lab, 'ivy@more.example')).toBe('admin')
    await provider.expect(204, 'DELETE', `/Groups/${many}`)
    expect(await roleIn(lab, 'ivy@more.example')).toBe('viewer')
  })

  test('a place of a group that is changed by hand is no group’s any more', async () => {
    const { provider } = scene
    const lab = await scene.makeWorkspace()
    const { id: jo } = await provider.makeUser('jo@hand.example')
    const { id } = await provider.makeGroup('By hand', [jo])
    await map(id, [[lab, 'viewer']])
    const account = await scene.server.context.db.system.accounts.findUserByEmail('jo@hand.example')
    const roleId = await scene.roleOf('editor')
    await scene.administrator.expect(200, 'PUT', '/workspaceuser', {
      workspaceId: lab,
      userId: account?.id,
      roleId,
    })
    await provider.expect(204, 'DELETE', `/Groups/${id}`)
    expect(await roleIn(lab, 'jo@hand.example')).toBe('editor')
  })

  test('owners are made only where an administrator says so, and mapping is for administrators alone', async () => {
    const { provider, administrator } = scene
    const lab = await scene.makeWorkspace()
    const { id } = await provider.makeGroup('Owners')
    await map(id, [[lab, 'owner']], 400)
    const places = [{ workspaceId: lab, roleId: await scene.roleOf('owner') }]
    const said = { places, givesOwner: true }
    await administrator.expect(200, 'PUT', `/provisioning/group/${id}`, said)
    const { caller } = await scene.makeMember('sso@map.example', ['sso:manage'])
    await caller.expect(403, 'PUT', `/provisioning/group/${id}`, said)
    await caller.expect(403, 'POST', '/provisioning/token', { name: 'mine' })
    // The right to it in one of several workspaces: groups give places in all of them.
    await caller.expect(403, 'GET', '/provisioning/group?search=owners')
    const seen = await administrator.expect<{ data: ProvisionedGroup[] }>(
      200,
      'GET',
      '/provisioning/group?search=owners',
    )
    expect(seen.data).toMatchObject([{ id, places: [{ roleName: 'owner' }] }])
    const [other] = [await scene.server.addOrganization()]
    const theirs = [{ workspaceId: other.workspaceId, roleId: await scene.roleOf('viewer') }]
    await administrator.expect(404, 'PUT', `/provisioning/group/${id}`, { places: theirs })
    const twice = [...places, ...places]
    await administrator.expect(400, 'PUT', `/provisioning/group/${id}`, { places: twice, givesOwner: true })
  })

  test(
    `${MEMBERS} members come and go in one call each`,
    async () => {
      const { provider, server, organizationId } = scene
      const { provisioning } = server.context.db.system
      const lab = await scene.makeWorkspace()
      const ids = await makeCrowd(MEMBERS)
      const { id } = await provider.makeGroup('Crowd')
      await map(id, [[lab, 'viewer']])
      const everybody = ids.map((value) => ({ value, display: 'Somebody With A Name' }))
      const add = { op: 'add', path: 'members', value: everybody }
      await provider.patch(204, `/Groups/${id}`, add)
      await provider.patch(204, `/Groups/${id}`, add)
      await provider.expect(200, 'GET', `/Groups/${id}?excludedAttributes=members`)
      expect(await membersOf(id)).toHaveLength(MEMBERS)
      const last = `crowd-${MEMBERS - 1}@example.com`
      expect(await roleIn(lab, last)).toBe('viewer')
      await provider.patch(204, `/Groups/${id}`, { op: 'remove', path: 'members' })
      expect(await roleIn(lab, last)).toBeUndefined()

      /** People are made at the store: the calls for them are not what is measured. */
      async function makeCrowd(count: number): Promise<string[]> {
        const none = {
          externalId: null,
          displayName: null,
          formattedName: null,
          givenName: null,
          familyName: null,
        }
        const made: string[] = []
        for (let from = 0; from < count; from += PART) {
          const part = Array.from({ length: PART }, (_, index) => `crowd-${from + index}@example.com`)
          const rows = await Promise.all(
            part.map((userName) =>
              provisioning.createUser(
                {
                  organizationId,
                  record: { userName, ...none, title: null, emails: [], isActive: true },
                  account: { email: userName, name: 'Crowd', isOwnDomain: true },
                },
                () => [],
              ),
            ),
          )
          made.push(...rows.map((row) => row.id))
        }
        return made
      }
    },
    campaignTimeout(60_000),
  )
})
