import { type Invitation, RunnelError } from '@runnel/contract'
import type { UserRow } from '@runnel/db'
import type { DatabaseKind } from '@runnel/db/testing'
import { startMailServer, type TestMailServer } from '@runnel/drivers/testing'
import { createOutbox } from '@runnel/operations'
import type { TestCaller } from './test-caller.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** The address with which links in mails begin. No call goes there. */
export const APP_URL = 'http://127.0.0.1:4321'
export const PASSWORD = 'Battery-Staple-7'
/** With which the product signs in at the server of mail. */
export const MAIL_ACCOUNT = { user: 'mailer', password: 'Stamps-And-Wax-5' }

/** What an administrator sees of somebody who is signed in. */
interface Whoami {
  id: string
  activeOrganizationId: string
  activeWorkspaceId: string
}

/** A server that sends mails to a server of the test, with people in it. */
export interface PeopleScene {
  server: TestServer
  mail: TestMailServer | undefined
  administrator: TestCaller
  organizationId: string
  workspaceId: string
  /** Makes a role in the organisation and gives its id. */
  makeRole(permissions: string[]): Promise<string>
  makeWorkspace(): Promise<string>
  /** Invites somebody; the inviter is the administrator unless another one is given. */
  invite(
    email: string,
    roleId: string,
    options?: { by?: TestCaller; workspaceId?: string },
  ): Promise<Invitation>
  /** The token of the link in the newest mail to somebody. */
  tokenFromMail(email: string): Promise<string>
  /** A member with these permissions, signed in, with the own id. */
  makeMember(email: string, permissions: string[]): Promise<{ caller: TestCaller; id: string }>
  signIn(email: string, password?: string): Promise<TestCaller>
  /**
   * Does something while no mail is sent, for tests that count what is done; those that were promised go out afterwards.
   */
  withMailsHeld<T>(work: () => Promise<T>): Promise<T>
  /** Who has an address in the organisation: a member, or who is invited there. */
  findPerson(email: string): Promise<UserRow | undefined>
  /** Moves the clock of the server. */
  pass(ms: number): void
  /** Sets the clock right again. */
  comeBack(): void
  stop(): Promise<void>
}

/** Reads the token of a link. */
export function tokenOf(link: string | undefined): string {
  const token = link === undefined ? null : new URL(link).searchParams.get('token')
  if (!token) throw new RunnelError('not_found', `No token in ${link}`)
  return token
}

async function holdMails<T>({ context }: TestServer, work: () => Promise<T>): Promise<T> {
  await context.outbox.end()
  context.outbox = { wake: () => undefined, end: async () => undefined }
  try {
    return await work()
  } finally {
    context.outbox = createOutbox(context)
    context.outbox.wake()
  }
}

/** Starts it; stop it in `afterAll`. Without mail, links are shown instead. */
export async function startPeopleScene(
  kind: DatabaseKind,
  options: { hasMail?: boolean; env?: Record<string, string>; leads?: Record<string, string> } = {},
): Promise<PeopleScene> {
  const mail = options.hasMail === false ? undefined : await startMailServer(MAIL_ACCOUNT)
  const smtp = mail
    ? {
        SMTP_URL: `smtp://${MAIL_ACCOUNT.user}:${MAIL_ACCOUNT.password}@127.0.0.1:${mail.port}`,
        MAIL_FROM: 'Runnel <runnel@example.com>',
      }
    : {}
  const { leads = {} } = options
  const server = await startTestServer({ kind, leads, env: { ...smtp, ...options.env } })
  server.context.settings.appUrl = APP_URL
  const administrator = await server.administrator()
  const own = await administrator.expect<Whoami>(200, 'GET', '/auth/session')
  const organization = server.context.db.organization(own.activeOrganizationId)
  let passed = 0
  server.context.now = () => Date.now() + passed
  let count = 0

  const scene: PeopleScene = {
    server,
    mail,
    administrator,
    organizationId: own.activeOrganizationId,
    workspaceId: own.activeWorkspaceId,
    makeRole: (permissions) => {
      count += 1
      return organization.write((writer) => writer.insertRole({ name: `role-${count}`, permissions }))
    },
    makeWorkspace: () => {
      count += 1
      return organization.write((writer) => writer.insertWorkspace({ name: `Workspace ${count}` }))
    },
    invite: (email, roleId, { by = administrator, workspaceId = own.activeWorkspaceId } = {}) =>
      by.expect<Invitation>(201, 'POST', '/account/invite', {
        user: { email },
        workspace: { id: workspaceId },
        role: { id: roleId },
      }),
    async tokenFromMail(email) {
      const arrived = await mail?.take(email)
      return tokenOf(/http\S+/.exec(arrived?.text ?? '')?.[0])
    },
    async makeMember(email, permissions) {
      const { user, inviteLink } = await scene.invite(email, await scene.makeRole(permissions))
      const tempToken = inviteLink ? tokenOf(inviteLink) : await scene.tokenFromMail(email)
      const body = { user: { name: 'Member', email, credential: PASSWORD, tempToken } }
      await server.anonymous().expect(201, 'POST', '/account/register', body)
      return { caller: await scene.signIn(email), id: user.id }
    },
    findPerson: (email) =>
      server.context.db.system.invitations.findPerson({ organizationId: own.activeOrganizationId, email }),
    async signIn(email, password = PASSWORD) {
      const caller = server.anonymous()
      await caller.expect(200, 'POST', '/auth/login', { email, password })
      return caller
    },
    withMailsHeld: (work) => holdMails(server, work),
    pass(ms) {
      passed += ms
    },
    comeBack() {
      passed = 0
    },
    async stop() {
      await server.stop()
      await mail?.close()
    },
  }
  return scene
}
