import type { AuditAction, BuiltInRole } from '@runnel/contract'
import { runByHand } from '../by-hand.ts'
import type { Act, Acts, PeopleActScene } from './act.ts'

const reader = (name: string) => ({ name, permissions: ['chatflows:view', 'variables:view'] })
const fresh = (name: string) => `${name} ${crypto.randomUUID()}`
const freshEmail = (name: string) => `${name}-${crypto.randomUUID()}@example.com`

const roleOf = async ({ server, organizationId }: PeopleActScene, wanted: BuiltInRole) => {
  const roles = await server.context.db.organization(organizationId).read.listBuiltInRoles()
  return roles.find(({ builtIn }) => builtIn === wanted)?.id ?? ''
}

async function makeMember(scene: PeopleActScene, permissions: string[] = []) {
  const email = freshEmail('mia')
  return { email, ...(await scene.makeMember(email, permissions)) }
}

async function makeRole({ administrator }: PeopleActScene) {
  const body = reader(fresh('Reader'))
  const { id } = await administrator.expect<{ id: string }>(201, 'POST', '/role', body)
  return { ...body, id }
}

async function makeWorkspace({ administrator }: PeopleActScene) {
  const name = fresh('Lab')
  const { id } = await administrator.expect<{ id: string }>(201, 'POST', '/workspace', { name })
  return { name, id }
}

/** Somebody who is in a workspace of their own, as a viewer. */
async function place(scene: PeopleActScene) {
  const [member, workspace] = [await makeMember(scene), await makeWorkspace(scene)]
  const body = { workspaceId: workspace.id, userId: member.id, roleId: await roleOf(scene, 'viewer') }
  await scene.administrator.expect(201, 'POST', '/workspaceuser', body)
  return { ...body, email: member.email, workspace: workspace.name }
}

/** The entry of somebody who came into a workspace. */
function linking(
  describe: (place: { workspaceId: string; userId: string; roleId: string }) => {
    path: string
    body: object
  },
): Act<PeopleActScene> {
  return {
    action: 'workspace-user.linked',
    async ready(scene) {
      const [{ id: userId, email }, { id: workspaceId, name }] = [
        await makeMember(scene),
        await makeWorkspace(scene),
      ]
      const roleId = await roleOf(scene, 'viewer')
      const told = { subjectName: email, after: { workspace: name, role: 'viewer' } }
      return { ...describe({ workspaceId, userId, roleId }), told }
    },
  }
}

/** The entry of somebody who is taken out of one. */
function unlinking(
  describe: (place: { workspaceId: string; userId: string }) => { path: string; body?: object },
): Act<PeopleActScene> {
  return {
    action: 'workspace-user.unlinked',
    async ready(scene) {
      const { workspaceId, userId, email, workspace } = await place(scene)
      const told = { subjectName: email, before: { workspace, role: 'viewer' } }
      return { ...describe({ workspaceId, userId }), told }
    },
  }
}

/** A change of a member of the organisation. */
function governing(
  action: AuditAction,
  change: (scene: PeopleActScene) => Promise<object>,
  told: { before: object; after: object },
  first?: (scene: PeopleActScene) => Promise<object>,
): Act<PeopleActScene> {
  return {
    action,
    async ready(scene) {
      const { id: userId, email } = await makeMember(scene)
      const path = '/organizationuser'
      if (first) await scene.administrator.expect(200, 'PUT', path, { userId, ...(await first(scene)) })
      return { path, body: { userId, ...(await change(scene)) }, told: { subjectName: email, ...told } }
    },
  }
}

const bar = async () => ({ status: 'disable' })
const raise = async (scene: PeopleActScene) => ({ roleId: await roleOf(scene, 'owner') })
const [out, within] = [{ status: 'disable' }, { status: 'active' }]
const [high, low] = [{ isOrganizationAdmin: true }, { isOrganizationAdmin: false }]

/** What is done to the people, roles and workspaces of an organisation. */
export const peopleActs: Acts<PeopleActScene> = {
  createOrganization: [
    {
      action: 'organization.created',
      async ready() {
        const name = fresh('Sons')
        const after = { name, workspace: 'Default Workspace' }
        const told = { subjectName: name, after }
        // The log of the new organisation begins with it, too.
        return { path: '/organization', body: { name }, told, beside: ['organization.created'] }
      },
    },
  ],
  updateOrganization: [
    {
      action: 'organization.renamed',
      ready: async ({ organizationId: id }) => ({
        path: '/organization',
        body: { id, name: 'Acme' },
        told: { before: { name: 'Default Organization' }, after: { name: 'Acme' } },
      }),
    },
  ],
  createRole: [
    {
      action: 'role.created',
      async ready() {
        const body = reader(fresh('Reader'))
        return { path: '/role', body, told: { subjectName: body.name, after: body } }
      },
    },
  ],
  updateRole: [
    {
      action: 'role.updated',
      async ready(scene) {
        const { id, name, permissions } = await makeRole(scene)
        const told = {
          subjectName: name,
          before: { permissions },
          after: { permissions: ['chatflows:view'] },
        }
        return { path: '/role', body: { id, permissions: ['chatflows:view'] }, told }
      },
    },
  ],
  deleteRole: [
    {
      action: 'role.deleted',
      async ready(scene) {
        const { id, name, permissions } = await makeRole(scene)
        return { path: `/role?id=${id}`, told: { subjectName: name, before: { name, permissions } } }
      },
    },
  ],
  createWorkspace: [
    {
      action: 'workspace.created',
      async ready() {
        const name = fresh('Lab')
        const told = { subjectName: name, after: { name, description: null } }
        return { path: '/workspace', body: { name }, told }
      },
    },
  ],
  updateWorkspace: [
    {
      action: 'workspace.updated',
      async ready(scene) {
        const { id, name } = await makeWorkspace(scene)
        const told = { before: { name }, after: { name: `${name} 2` } }
        return { path: '/workspace', body: { id, name: `${name} 2` }, told }
      },
    },
  ],
  deleteWorkspace: [
    {
      action: 'workspace.deleted',
      async ready(scene) {
        const { id, name } = await makeWorkspace(scene)
        return { path: `/workspace/${id}`, told: { subjectName: name, before: { name } } }
      },
    },
  ],
  linkWorkspaceUsers: [
    linking(({ workspaceId, ...user }) => ({
      path: `/workspace/link-users/${workspaceId}`,
      body: { users: [user] },
    })),
  ],
  createWorkspaceUser: [linking((body) => ({ path: '/workspaceuser', body }))],
  unlinkWorkspaceUsers: [
    unlinking(({ workspaceId, userId }) => ({
      path: `/workspace/unlink-users/${workspaceId}`,
      body: { userIds: [userId] },
    })),
  ],
  deleteWorkspaceUser: [
    unlinking(({ workspaceId, userId }) => ({
      path: `/workspaceuser?workspaceId=${workspaceId}&userId=${userId}`,
    })),
  ],
  updateWorkspaceUser: [
    {
      action: 'workspace-user.updated',
      async ready(scene) {
        const { workspaceId, userId, email } = await place(scene)
        const body = { workspaceId, userId, roleId: await roleOf(scene, 'editor') }
        const told = { subjectName: email, before: { role: 'viewer' }, after: { role: 'editor' } }
        return { path: '/workspaceuser', body, told }
      },
    },
  ],
  inviteUser: [
    {
      action: 'user.invited',
      async ready(scene) {
        const [email, workspace] = [freshEmail('ida'), await makeWorkspace(scene)]
        const role = { id: await roleOf(scene, 'viewer') }
        return {
          path: '/account/invite',
          body: { user: { email }, workspace: { id: workspace.id }, role },
          told: { subjectName: email },
        }
      },
    },
    {
      action: 'workspace-user.linked',
      async ready(scene) {
        const [{ email }, workspace] = [await makeMember(scene), await makeWorkspace(scene)]
        const role = { id: await roleOf(scene, 'viewer') }
        return {
          path: '/account/invite',
          body: { user: { email }, workspace: { id: workspace.id }, role },
          told: { subjectName: email, after: { workspace: workspace.name, role: 'viewer' } },
        }
      },
    },
  ],
  inviteUsers: [
    {
      action: 'user.invited',
      async ready(scene) {
        const [email, workspace] = [freshEmail('ina'), await makeWorkspace(scene)]
        const role = { id: await roleOf(scene, 'viewer') }
        return {
          path: '/account/invitations',
          body: { users: [{ email }], workspace: { id: workspace.id }, role },
          told: { subjectName: email },
        }
      },
    },
    {
      action: 'workspace-user.linked',
      async ready(scene) {
        const [{ email }, workspace] = [await makeMember(scene), await makeWorkspace(scene)]
        const role = { id: await roleOf(scene, 'viewer') }
        return {
          path: '/account/invitations',
          body: { users: [{ email }], workspace: { id: workspace.id }, role },
          told: { subjectName: email, after: { workspace: workspace.name, role: 'viewer' } },
        }
      },
    },
  ],
  resendInvitation: [
    {
      action: 'invitation.resent',
      async ready(scene) {
        const [email, workspace] = [freshEmail('ivy'), await makeWorkspace(scene)]
        const role = { id: await roleOf(scene, 'viewer') }
        const invited = { user: { email }, workspace: { id: workspace.id }, role }
        const made = await scene.administrator.expect<{ user: { id: string } }>(
          201,
          'POST',
          '/account/invite',
          invited,
        )
        // One mailbox gets one mail of a kind in two minutes.
        scene.pass(3 * 60_000)
        const body = { user: { id: made.user.id } }
        return { path: '/account/resend-invitation', body, told: { subjectName: email } }
      },
    },
  ],
  createResetLink: [
    {
      action: 'password-reset.requested',
      async ready(scene) {
        const workspace = await makeWorkspace(scene)
        const { context } = scene.server
        const { mailer } = context
        // Where mails go out nobody makes a link for others.
        context.mailer = undefined
        const { userId, email } = await scene.server.addPerson({
          name: 'Rita',
          places: [{ workspaceId: workspace.id, role: 'viewer' }],
        })
        return {
          path: '/account/reset-link',
          body: { user: { id: userId } },
          told: { subjectName: email },
          tidy: async () => {
            context.mailer = mailer
          },
        }
      },
    },
  ],
  createOrganizationUser: [
    {
      action: 'user.added',
      async ready(scene) {
        const [userId, email] = [crypto.randomUUID(), freshEmail('stray')]
        await runByHand(
          scene.server,
          `insert into "users" ("id", "email", "name", "status", "createdAt", "updatedAt")
            values ('${userId}', '${email}', 'Stray', 'active', 1, 1)`,
        )
        const body = { userId, roleId: await roleOf(scene, 'member') }
        return { path: '/organizationuser', body, told: { subjectName: email, after: low } }
      },
    },
  ],
  updateOrganizationUser: [
    governing('user.barred', bar, { before: within, after: out }),
    governing('user.admitted', async () => within, { before: out, after: within }, bar),
    governing('administrator.given', raise, { before: low, after: high }),
    governing(
      'administrator.taken',
      async (scene) => ({ roleId: await roleOf(scene, 'member') }),
      { before: high, after: low },
      raise,
    ),
  ],
  deleteOrganizationUser: [
    {
      action: 'user.removed',
      async ready(scene) {
        const { id, email } = await makeMember(scene)
        const { organizationId } = scene
        const told = { subjectName: email, before: { isOrganizationAdmin: false, status: 'active' } }
        return { path: `/organizationuser?organizationId=${organizationId}&userId=${id}`, told }
      },
    },
  ],
}
