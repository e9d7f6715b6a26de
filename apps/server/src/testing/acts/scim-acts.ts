import type { AuditAction } from '@runnel/contract'
import { expect } from 'vitest'
import type { TestAnswer, TestCaller } from '../test-caller.ts'
import type { Act, Acts, PeopleActScene } from './act.ts'

/** Where a provider of identities has a token. */
export interface ScimActScene extends PeopleActScene {
  provider: TestCaller
}

const OF_PROVIDER = { actorKind: 'provisioning', actorName: 'The provider' }
const freshEmail = () => `nia-${crypto.randomUUID()}@example.com`
const freshName = () => `Group ${crypto.randomUUID()}`
const patch = (...operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
})

const make = async ({ provider }: ScimActScene, path: string, body: object) =>
  (await provider.expect<{ id: string }>(201, 'POST', path, body)).id

/** An act of the provider on a person or a group that it made. */
function provided<Made extends { id: string }>(
  action: AuditAction,
  prepare: (scene: ScimActScene) => Promise<Made>,
  describe: (made: Made) => { path: string; body?: object; told: object },
): Act<ScimActScene> {
  return {
    action,
    async ready(scene) {
      const { told, ...call } = describe(await prepare(scene))
      return { by: scene.provider, ...call, told: { ...OF_PROVIDER, ...told } }
    },
  }
}

async function makeUser(scene: ScimActScene) {
  const userName = freshEmail()
  const body = { userName, displayName: 'Nia', active: true }
  return { userName, id: await make(scene, '/scim/v2/Users', body) }
}

async function makeBarred(scene: ScimActScene) {
  const user = await makeUser(scene)
  const body = patch({ op: 'replace', path: 'active', value: false })
  await scene.provider.expect(200, 'PATCH', `/scim/v2/Users/${user.id}`, body)
  return user
}

async function makeGroup(scene: ScimActScene) {
  const displayName = freshName()
  return { displayName, id: await make(scene, '/scim/v2/Groups', { displayName }) }
}

const [inside, outside] = [{ isActive: true }, { isActive: false }]

/** The acts of a call that changes a person; `bodyOf` makes it of what is to be otherwise. */
const changesUser = (bodyOf: (userName: string, change: Record<string, unknown>) => object) => {
  const act = (
    action: AuditAction,
    change: Record<string, unknown>,
    told: object,
    prepare: typeof makeUser = makeUser,
  ) =>
    provided(action, prepare, ({ id, userName }) => ({
      path: `/scim/v2/Users/${id}`,
      body: bodyOf(userName, change),
      told: { subjectName: userName, ...told },
    }))
  return [
    act(
      'user.updated',
      { displayName: 'Nia N', active: true },
      { before: { displayName: 'Nia' }, after: { displayName: 'Nia N' } },
    ),
    act('user.barred', { displayName: 'Nia', active: false }, { before: inside, after: outside }),
    act(
      'user.admitted',
      { displayName: 'Nia', active: true },
      { before: outside, after: inside },
      makeBarred,
    ),
  ]
}

const changesGroup = (bodyOf: (displayName: string) => object) => [
  provided('group.updated', makeGroup, ({ id, displayName }) => ({
    path: `/scim/v2/Groups/${id}`,
    body: bodyOf(`${displayName} 2`),
    told: { before: { displayName }, after: { displayName: `${displayName} 2` } },
  })),
]

/** What a provider of identities does, and what is done with what it gave. */
export const scimActs: Acts<ScimActScene> = {
  createScimUser: [
    {
      action: 'user.provisioned',
      async ready({ provider }) {
        const userName = freshEmail()
        const told = { ...OF_PROVIDER, subjectName: userName, after: { displayName: 'Nia' } }
        return { by: provider, path: '/scim/v2/Users', body: { userName, displayName: 'Nia' }, told }
      },
    },
  ],
  replaceScimUser: changesUser((userName, change) => ({ userName, ...change })),
  patchScimUser: changesUser((_userName, change) =>
    patch(...Object.entries(change).map(([path, value]) => ({ op: 'replace', path, value }))),
  ),
  deleteScimUser: [
    provided('user.removed', makeUser, ({ id, userName }) => ({
      path: `/scim/v2/Users/${id}`,
      told: { subjectName: userName, before: inside },
    })),
  ],
  createScimGroup: [
    {
      action: 'group.created',
      async ready({ provider }) {
        const displayName = freshName()
        const told = { ...OF_PROVIDER, subjectName: displayName, after: { displayName } }
        return { by: provider, path: '/scim/v2/Groups', body: { displayName }, told }
      },
    },
  ],
  replaceScimGroup: changesGroup((displayName) => ({ displayName })),
  patchScimGroup: changesGroup((value) => patch({ op: 'replace', path: 'displayName', value })),
  deleteScimGroup: [
    provided('group.deleted', makeGroup, ({ id, displayName }) => ({
      path: `/scim/v2/Groups/${id}`,
      told: { subjectName: displayName, before: { displayName } },
    })),
  ],
  mapProvisionedGroup: [
    {
      action: 'group.mapped',
      async ready(scene) {
        const { id, displayName } = await makeGroup(scene)
        const places = [{ workspaceId: scene.workspaceId, roleId: await scene.makeRole(['chatflows:view']) }]
        const told = { subjectName: displayName, before: expect.anything(), after: expect.anything() }
        return { path: `/provisioning/group/${id}`, body: { places }, told }
      },
    },
  ],
  createProvisioningToken: [
    {
      action: 'provisioning-token.created',
      async ready({ administrator }) {
        const path = '/provisioning/token'
        const told = { subjectName: 'Entra', after: { name: 'Entra', expiresDate: expect.any(String) } }
        // Two may stand at once.
        const tidy = ({ body }: TestAnswer) =>
          administrator.expect(200, 'DELETE', `${path}/${(body as { id: string }).id}`)
        return { path, body: { name: 'Entra' }, told, tidy }
      },
    },
  ],
  takeOverProvisioningToken: [
    {
      action: 'provisioning-token.taken-over',
      async ready({ administrator }) {
        const path = '/provisioning/token'
        const made = await administrator.expect<{ id: string }>(201, 'POST', path, { name: 'Entra' })
        const [before, after] = [{ maker: expect.any(String) }, { maker: expect.any(String) }]
        const told = { subjectName: 'Entra', before, after }
        const tidy = () => administrator.expect(200, 'DELETE', `${path}/${made.id}`)
        return { path: `${path}/${made.id}`, body: { takeOver: true }, told, tidy }
      },
    },
  ],
  deleteProvisioningToken: [
    {
      action: 'provisioning-token.revoked',
      async ready({ administrator }) {
        const body = { name: 'Entra' }
        const made = await administrator.expect<{ id: string }>(201, 'POST', '/provisioning/token', body)
        return { path: `/provisioning/token/${made.id}`, told: { subjectName: 'Entra', before: body } }
      },
    },
  ],
}
