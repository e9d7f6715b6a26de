import {
  type AuditEntry,
  allRoutes,
  auditActionsOf,
  type RouteDefinition,
  type RouteName,
} from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../testing/test-people.ts'
import { startTwoWorkspaces, type TwoWorkspaces } from '../testing/two-workspaces.ts'

/** A call, as somebody makes it to whom a person of the scene is to be subject. */
interface Call {
  path: string
  body?: object
}

/** What is known of who is governed. */
interface Target {
  scene: TwoWorkspaces
  userId: string
  /** A role of little. */
  roleId: string
}

const inSandbox = ({ scene, userId }: Target) => `workspaceId=${scene.sandbox}&userId=${userId}`

/** Every act on another person, and how it is tried from a workspace in which both are. */
const GOVERNING: Partial<Record<RouteName, (target: Target) => Call[]>> = {
  updateOrganizationUser: ({ userId }) =>
    ['disable', 'active'].map((status) => ({ path: '/organizationuser', body: { userId, status } })),
  deleteOrganizationUser: ({ scene, userId }) => [
    { path: `/organizationuser?organizationId=${scene.organizationId}&userId=${userId}` },
  ],
  resetSecondFactor: ({ userId }) => [{ path: `/account/second-factor/${userId}` }],
  updateWorkspaceUser: ({ scene, userId, roleId }) => [
    { path: '/workspaceuser', body: { workspaceId: scene.sandbox, userId, roleId } },
  ],
  deleteWorkspaceUser: (target) => [{ path: `/workspaceuser?${inSandbox(target)}` }],
  unlinkWorkspaceUsers: ({ scene, userId }) => [
    { path: `/workspace/unlink-users/${scene.sandbox}`, body: { userIds: [userId] } },
  ],
}

/** Acts on somebody who was invited and has not come yet; they are told as a fault of the form. */
const OF_INVITED: Partial<
  Record<RouteName, (target: Target & { email: string; workspaceId: string }) => Call>
> = {
  resendInvitation: ({ userId }) => ({ path: '/account/resend-invitation', body: { user: { id: userId } } }),
  inviteUser: ({ email, workspaceId, roleId }) => ({
    path: '/account/invite',
    body: { user: { email }, workspace: { id: workspaceId }, role: { id: roleId } },
  }),
}

/** What changes something by a session and is no act on another person who is there, and why. */
const OF_NOBODY_ELSE: Partial<Record<string, string>> = {
  ...ownAccount(),
  createOrganization: 'an organisation of one’s own',
  createOrganizationUser: 'takes in an account that belongs to no organisation and holds nothing here',
  linkWorkspaceUsers: 'gives a place, and takes nothing: the role is held where it is given',
  createWorkspaceUser: 'gives a place, and takes nothing: the role is held where it is given',
  inviteUsers: 'each address as inviteUser, with a result of its own: several-invitations.test.ts',
  createRole: 'a role that nobody has yet',
  updateRole: 'a role: roles-in-workspaces.test.ts',
  deleteRole: 'a role: roles-in-workspaces.test.ts',
  createWorkspace: 'a workspace',
  updateWorkspace: 'a workspace, by what is held in it',
  deleteWorkspace: 'a workspace, by what is held in it',
  replaceShares: 'things of the active workspace',
  authoriseCredential: 'a thing of the active workspace',
  createLoginMethods: 'the whole organisation',
  updateLoginMethods: 'the whole organisation',
  testLoginMethod: 'the whole organisation',
  deleteLoginMethod: 'the whole organisation',
  addOrganizationDomain: 'the whole organisation',
  checkOrganizationDomain: 'the whole organisation',
  deleteOrganizationDomain: 'the whole organisation',
  appendDraft: 'a draft of one’s own',
  deleteDraft: 'a draft of one’s own',
  startRun: 'a run of the active workspace',
}

function ownAccount(): Partial<Record<string, string>> {
  const names = [
    'checkBasicAuth',
    'changePassword',
    'changeEmail',
    'withdrawEmailChange',
    'deleteAccount',
    'endSession',
    'endOtherSessions',
    'updateUser',
    'beginSecondFactor',
    'confirmSecondFactor',
    'replaceRecoveryCodes',
    'removeSecondFactor',
    'linkIdentity',
    'unlinkIdentity',
    'joinByInvitation',
    'beginPasskey',
    'addPasskey',
    'renamePasskey',
    'removePasskey',
    'switchWorkspace',
  ]
  return Object.fromEntries(names.map((name) => [name, 'the own account']))
}

const routes = Object.entries(allRoutes) as [RouteName, RouteDefinition][]
/** The name under which the log has it when the act of a route is refused. */
const actOf = (name: RouteName) => auditActionsOf(allRoutes[name] as RouteDefinition)[0]
/** What only people do, and more than read; administrators of the organisation govern everybody in it. */
const acts = routes.filter(
  ([, { method, policy }]) =>
    method !== 'GET' && policy.gate === 'session' && policy.permissions !== 'organization-admins',
)

test.each(acts)('%s is an act on another person, or says why it is none', (name) => {
  const said = [GOVERNING[name], OF_INVITED[name], OF_NOBODY_ELSE[name]].filter((each) => each !== undefined)
  expect(said).toHaveLength(1)
})

test('what anybody may do who is signed in, and what keys do, is no act on another person', () => {
  for (const [name, route] of routes) {
    const { policy } = route
    if (!('permissions' in policy) || (policy.gate === 'session' && policy.permissions !== 'every-caller'))
      continue
    const governing = auditActionsOf(route).filter((action) =>
      /^(workspace-user|administrator|user)\./.test(action),
    )
    expect([name, GOVERNING[name] ?? OF_INVITED[name], governing]).toEqual([name, undefined, []])
  }
})

describe.each(databaseKinds)('somebody who holds more in another workspace, on %s', (kind) => {
  let scene: TwoWorkspaces
  let eve: Person
  let roleId: string
  beforeAll(async () => {
    scene = await startTwoWorkspaces(kind)
    eve = await scene.add('Eve', { sandbox: 'admin', production: ['chatflows:view'] })
    roleId = (await scene.makeRole([])).id
  })
  afterAll(() => scene.stop())

  const placesOf = async (userId: string) => {
    const { people } = scene.server.context.db.system
    const { rows } = await people.listPlaces(scene.organizationId, { userId })
    const member = await people.find(scene.organizationId, userId)
    return [member?.status, rows.map((row) => `${row.workspaceName} ${row.roleId}`).toSorted()]
  }
  /** Acts that the log has as refused to somebody. */
  const refusedTo = async ({ userId }: Person) => {
    const path = '/audit/entries?outcome=refused&limit=200'
    const { data } = await scene.administrator.expect<{ data: AuditEntry[] }>(200, 'GET', path)
    return data.filter(({ actor }) => actor.id === userId).map(({ action }) => action)
  }
  const governing = Object.entries(GOVERNING) as [RouteName, (target: Target) => Call[]][]

  test.each(governing)('is out of reach of %s from there', async (name, toCalls) => {
    const { userId } = await scene.add('Pam', { production: 'admin', sandbox: 'viewer' })
    const before = await placesOf(userId)
    for (const { path, body } of toCalls({ scene, userId, roleId })) {
      const refused = await eve.caller.call(allRoutes[name].method, path, body)
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('"code":"forbidden"')])
    }
    expect(await placesOf(userId)).toEqual(before)
    expect(await refusedTo(eve)).toContain(actOf(name))
  })

  test.each(governing)(
    'is in reach of %s once who governs holds as much everywhere',
    async (name, toCalls) => {
      const bea = await scene.add('Bea', { sandbox: 'admin', production: ['chatflows:view', 'tools:view'] })
      const { userId } = await scene.add('Vic', { production: ['tools:view'], sandbox: 'viewer' })
      for (const { path, body } of toCalls({ scene, userId, roleId })) {
        const answer = await bea.caller.call(allRoutes[name].method, path, body)
        // There is no second factor that could be reset: that it was looked for is enough.
        expect(answer.status, answer.text).toBe(name === 'resetSecondFactor' ? 404 : 200)
      }
    },
  )

  test.each(governing)('is in reach of an administrator of the organisation by %s', async (name, toCalls) => {
    const { userId } = await scene.add('Pat', { production: 'owner', sandbox: 'viewer' })
    await scene.administrator.expect(200, 'POST', `/workspace/switch?id=${scene.production}`, {})
    for (const { path, body } of toCalls({ scene, userId, roleId })) {
      const answer = await scene.administrator.call(allRoutes[name].method, path, body)
      expect(answer.status, answer.text).toBe(name === 'resetSecondFactor' ? 404 : 200)
    }
  })

  test('stays out of reach while they are barred', async () => {
    const { userId } = await scene.add('Bob', { production: 'admin', sandbox: 'viewer' })
    await scene.administrator.expect(200, 'PUT', '/organizationuser', { userId, status: 'disable' })
    for (const [name, toCalls] of governing)
      for (const { path, body } of toCalls({ scene, userId, roleId }))
        expect((await eve.caller.call(allRoutes[name].method, path, body)).status).toBe(403)
  })

  test.each(Object.entries(OF_INVITED))(
    'who was invited there is out of reach of %s',
    async (name, toCall) => {
      const { production, sandbox } = scene
      const { read } = scene.server.context.db.organization(scene.organizationId)
      const admin = (await read.listBuiltInRoles()).find(({ builtIn }) => builtIn === 'admin')
      const email = `ida-${crypto.randomUUID()}@example.com`
      const invited = (workspaceId: string, id: string | undefined) =>
        scene.administrator.expect<{ user: { id: string } }>(201, 'POST', '/account/invite', {
          user: { email },
          workspace: { id: workspaceId },
          role: { id },
        })
      await invited(sandbox, roleId)
      const { user } = await invited(production, admin?.id)
      const { path, body } = toCall({ scene, userId: user.id, email, roleId, workspaceId: sandbox })
      const { method } = allRoutes[name as RouteName]
      const refused = await eve.caller.call(method, path, body)
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('invited_beyond_own')])
      expect(await refusedTo(eve)).toContain(actOf(name as RouteName))
    },
  )
})
