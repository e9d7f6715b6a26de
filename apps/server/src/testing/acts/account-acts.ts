import { expect } from 'vitest'
import { PASSWORD } from '../people-scene.ts'
import type { TestCaller } from '../test-caller.ts'
import { type Acts, type PeopleActScene, UNTOLD } from './act.ts'
import { freshEmail, makeOwner, type Owner, own } from './own-act.ts'

const NEW_PASSWORD = `Another-9-${UNTOLD}`

async function invite(scene: PeopleActScene, email: string) {
  await scene.invite(email, await scene.makeRole(['chatflows:view']))
  return scene.tokenFromMail(email)
}

/** Registration is open to everybody, as in the cloud, until the act is done. */
function openRegistration({ server: { context } }: PeopleActScene): () => Promise<void> {
  const { settings } = context
  context.settings = { ...settings, platformType: 'cloud' }
  return async () => {
    context.settings = settings
  }
}

const addWorkspace = ({ server: { context } }: PeopleActScene, organizationId: string) =>
  context.db.organization(organizationId).write((writer) => writer.insertWorkspace({ name: 'Elsewhere' }))

const register = (scene: PeopleActScene, user: object) => ({
  path: '/account/register',
  body: { user: { name: 'Kim', credential: NEW_PASSWORD, ...user } },
  by: scene.server.anonymous(),
})

const verify = (by: TestCaller, tempToken: string, told: object) => ({
  by,
  path: '/account/verify',
  body: { user: { tempToken, password: NEW_PASSWORD } },
  told,
})

const changesEmail = (describe: (owner: Owner, email: string) => { path: string; body: object }) =>
  own('email-change.requested', async (owner) => {
    const email = freshEmail()
    return { ...describe(owner, email), told: { before: { email: owner.email }, after: { email } } }
  })

/** Where no mail is sent, an administrator's happens at once. */
const changesEmailAtOnce = (describe: (owner: Owner, email: string) => { path: string; body: object }) =>
  own('email.changed', async (owner) => {
    const { administrator, server } = owner.scene
    const { context } = server
    const [email, { mailer }] = [freshEmail(), context]
    const roles = await administrator.expect<{ id: string; name: string }[]>(200, 'GET', '/role')
    const roleId = roles.find(({ name }) => name === 'owner')?.id
    await administrator.expect(200, 'PUT', '/organizationuser', { userId: owner.id, roleId })
    context.mailer = undefined
    return {
      ...describe(owner, email),
      told: { before: { email: owner.email }, after: { email } },
      tidy: async () => {
        context.mailer = mailer
      },
    }
  })

const byAccount = (_owner: Owner, email: string) => ({
  path: '/account/email',
  body: { email, password: PASSWORD },
})
const byUser = ({ id }: Owner, email: string) => ({
  path: '/user',
  body: { id, email, oldPassword: PASSWORD },
})

const passwordActs: Acts<PeopleActScene> = {
  forgotPassword: [
    {
      action: 'password-reset.requested',
      async ready(scene) {
        const { email } = await makeOwner(scene)
        const by = scene.server.anonymous()
        return { by, path: '/account/forgot-password', body: { user: { email } }, told: { actorName: email } }
      },
    },
  ],
  resetPassword: [
    {
      action: 'password.reset',
      async ready(scene) {
        const { email } = await makeOwner(scene)
        const by = scene.server.anonymous()
        await by.expect(201, 'POST', '/account/forgot-password', { user: { email } })
        const tempToken = await scene.tokenFromMail(email)
        const body = { user: { email, tempToken, password: NEW_PASSWORD } }
        return { by, path: '/account/reset-password', body, told: { actorName: email } }
      },
    },
  ],
  changePassword: [
    own('password.changed', async () => ({
      path: '/account/password',
      body: { oldPassword: PASSWORD, newPassword: NEW_PASSWORD },
    })),
  ],
}

const sessionActs: Acts<PeopleActScene> = {
  endSession: [
    own('session.ended', async ({ scene, email }) => {
      const by = await scene.signIn(email)
      const listed = await by.expect<{ id: string; isCurrent: boolean }[]>(200, 'GET', '/account/sessions')
      const other = listed.find(({ isCurrent }) => !isCurrent)
      const before = { sessions: [{ address: '127.0.0.1', device: expect.any(String) }] }
      return { by, path: `/account/sessions/${other?.id}`, told: { before } }
    }),
  ],
  endOtherSessions: [
    own('session.ended', async ({ scene, email }) => {
      await scene.signIn(email)
      const by = await scene.signIn(email)
      return { by, path: '/account/sessions', told: { before: { sessions: [{}, {}] } } }
    }),
  ],
}

/** What people do to their own accounts. */
export const accountActs: Acts<PeopleActScene> = {
  register: [
    {
      action: 'invitation.accepted',
      async ready(scene) {
        const email = freshEmail()
        const tempToken = await invite(scene, email)
        const told = { actorName: email, before: { status: 'invited' }, after: { status: 'active' } }
        return { ...register(scene, { email, tempToken }), told }
      },
    },
  ],
  joinByInvitation: [
    {
      action: 'invitation.accepted',
      async ready(scene) {
        const { server } = scene
        const { organizationId } = await server.addOrganization()
        const { caller: by, email } = await server.addPerson({
          name: 'Kim',
          organizationId,
          places: [{ workspaceId: await addWorkspace(scene, organizationId), role: 'viewer' }],
        })
        const tempToken = await invite(scene, email)
        const told = { actorName: email, before: { status: 'invited' }, after: { status: 'active' } }
        return { by, path: '/account/accept-invitation', body: { user: { tempToken } }, told }
      },
    },
  ],
  verifyAccount: [
    {
      action: 'email.verified',
      async ready(scene) {
        const email = freshEmail()
        const close = openRegistration(scene)
        const { by, path, body } = register(scene, { email })
        await by.expect(201, 'POST', path, body)
        const tempToken = await scene.tokenFromMail(email)
        await close()
        const told = { actorName: email, before: { status: 'unverified' }, after: { status: 'active' } }
        return { ...verify(by, tempToken, told), beside: ['organization.created'] }
      },
    },
    {
      action: 'organization.created',
      async ready(scene) {
        const email = freshEmail()
        const close = openRegistration(scene)
        const { by, path, body } = register(scene, { email })
        await by.expect(201, 'POST', path, body)
        const tempToken = await scene.tokenFromMail(email)
        await close()
        const told = {
          actorName: email,
          subjectKind: 'organization',
          subjectName: 'Default Organization',
          after: { name: 'Default Organization', administrator: email },
        }
        return { ...verify(by, tempToken, told), beside: ['email.verified'] }
      },
    },
  ],
  updateUser: [
    own('name.changed', async ({ id }) => ({
      path: '/user',
      body: { id, name: 'Kim Again' },
      told: { before: { name: 'Member' }, after: { name: 'Kim Again' } },
    })),
    own('password.changed', async ({ id }) => ({
      path: '/user',
      body: { id, oldPassword: PASSWORD, newPassword: NEW_PASSWORD },
    })),
    changesEmail(byUser),
    changesEmailAtOnce(byUser),
  ],
  changeEmail: [changesEmail(byAccount), changesEmailAtOnce(byAccount)],
  withdrawEmailChange: [
    own('email-change.withdrawn', async ({ caller }) => {
      const email = freshEmail()
      await caller.expect(200, 'PUT', '/account/email', { email, password: PASSWORD })
      return { path: '/account/email', told: { before: { email } } }
    }),
  ],
  confirmEmailChange: [
    {
      action: 'email.changed',
      async ready(scene) {
        const [{ caller, email: before }, email] = [await makeOwner(scene), freshEmail()]
        await caller.expect(200, 'PUT', '/account/email', { email, password: PASSWORD })
        const tempToken = await scene.tokenFromMail(email)
        return {
          by: caller,
          path: '/account/confirm-email-change',
          body: { user: { tempToken } },
          told: { actorName: before, before: { email: before }, after: { email } },
        }
      },
    },
  ],
  deleteAccount: [
    own('account.deleted', async () => ({
      path: '/account/delete',
      body: { confirmationText: 'permanently delete', password: PASSWORD },
      told: { before: { status: 'active' } },
    })),
  ],
  ...passwordActs,
  ...sessionActs,
}
