import type { Principal } from '@runnel/access'
import type { WorkspaceUser } from '@runnel/contract'
import type { MemberRow } from '@runnel/db'
import { auditEntry } from '../audit-entry.ts'
import { checkActor } from '../check-actor.ts'
import type { OperationContext } from '../context.ts'
import { giveMailBack, mayMail } from '../mails/mail-pauses.ts'
import type { MailLanguage } from '../mails/mail-texts.ts'
import { promiseMail } from '../mails/promise-mail.ts'
import { presentPlace } from '../people/present-people.ts'
import { readMember } from '../people/read-member.ts'
import { checkStatus, readPlace } from '../people/read-place.ts'
import {
  assertHolds,
  assertMayBringIn,
  getRole,
  type Person,
  permissionsIn,
  personOf,
  type RightsSource,
} from '../people-rights.ts'
import { stillAllowed } from '../still-allowed.ts'
import { linkTo } from './send-mail.ts'

/** Somebody who is to be in a workspace, with a role. */
export interface NewPlace {
  userId: string
  roleId: string
  /** What the person is in the organisation, taken as it is. */
  status?: MemberRow['status'] | undefined
}

/** Who is to be in which workspace. */
interface Linking {
  workspaceId: string
  users: NewPlace[]
  createdBy?: string | null | undefined
  language: MailLanguage
}

/**
 * Brings people of the organisation into a workspace: all of them or none. Nobody gives a role that holds more than they
 * hold there. Who has accepted the invitation is told by mail.
 * @throws RunnelError `not_found`, `forbidden`, `conflict` for somebody who is in it
 */
export async function linkWorkspaceUsers(
  context: OperationContext,
  principal: Principal,
  { workspaceId, users, createdBy, language }: Linking,
): Promise<WorkspaceUser[]> {
  const person = personOf(principal)
  checkActor(person, { createdBy })
  const roles = await namesOfGivable(context, person, { workspaceId, users })
  const { organizationId } = person
  const entries = await describeLinks(context, person, { workspaceId, users, roles, language })
  const askAgain = stillAllowed(context, person, (now, still) =>
    namesOfGivable(now, still, { workspaceId, users }),
  )
  const written = context.db.organization(organizationId).write(async (writer) => {
    for (const { userId, roleId } of users) await writer.addWorkspaceMember({ workspaceId, userId, roleId })
    for (const entry of entries) await writer.audit.append(entry)
  }, askAgain)
  await written.catch((error: unknown) => {
    for (const { mails, subject } of entries)
      if (mails.length > 0) giveMailBack(context, { about: 'added', to: subject.name ?? '' })
    throw error
  })
  const places = await Promise.all(
    users.map(({ userId }) => readPlace(context, organizationId, { workspaceId, userId })),
  )
  context.outbox.wake()
  return places.map(presentPlace)
}

/** The names of the roles that are to be given, by id. @throws RunnelError `not_found`, `forbidden` */
async function namesOfGivable(
  context: RightsSource,
  person: Person,
  { workspaceId, users }: Pick<Linking, 'workspaceId' | 'users'>,
): Promise<Map<string, string>> {
  const held = await permissionsIn(context, person, workspaceId)
  assertMayBringIn(person, held)
  const roles = new Map<string, string>()
  for (const roleId of new Set(users.map((user) => user.roleId))) {
    const role = await getRole(context, person, roleId)
    assertHolds(held, role.permissions)
    roles.set(roleId, role.name)
  }
  return roles
}

/** Who waits with a link has no account to open the workspace with. Of too many mails some are left out. */
function tellOfPlace(
  context: OperationContext,
  person: Person,
  { member, workspace, language }: { member: MemberRow; workspace: string; language: MailLanguage },
) {
  const { userId, email: to, status } = member
  const mail = { about: 'added', to } as const
  if (status === 'invited' || !mayMail(context, mail)) return []
  const values = { inviter: person.email ?? '', workspace }
  return promiseMail(context, { ...mail, language, values, url: linkTo(context, '/login', {}), userId })
}

async function describeLinks(
  context: OperationContext,
  person: Person,
  { workspaceId, users, roles, language }: Linking & { roles: Map<string, string> },
) {
  const { organizationId } = person
  const workspace = (await context.db.organization(organizationId).read.findWorkspace(workspaceId))?.name
  const members = await Promise.all(
    users.map(async ({ userId, roleId, status }) => {
      const member = await readMember(context, { organizationId, userId })
      checkStatus(member, status)
      return { member, roleId }
    }),
  )
  // Only here are mails counted: whoever is refused because of somebody else has had none.
  return members.map(({ member, roleId }) => {
    const subject = { kind: 'user', id: member.userId, name: member.email }
    const after = { workspace, role: roles.get(roleId) }
    const mails = tellOfPlace(context, person, { member, workspace: workspace ?? '', language })
    return { ...auditEntry(person, { action: 'workspace-user.linked', subject, after }), mails }
  })
}
