import { refusalOf, tellWhy } from '@runnel/contract'
import type { Kysely } from 'kysely'
import { appendEntries } from '../../audit/append-entries.ts'
import type { NewAuditEntry } from '../../audit/audit-writer.ts'
import { type AskAgain, askAgain } from '../../organizations/rights-inside.ts'
import type { DatabaseSchema } from '../../schema.ts'
import type { UserRow } from '../account-store.ts'
import { findPerson, isAddressTaken, type KnownAddress } from '../people/find-person.ts'
import { changeRoleOfPlace, givePlaces } from '../people/give-place.ts'
import { joinUnlessMember } from '../people/join-organization.ts'
import { lockOrganization } from '../people/lock-organization.ts'
import { makeAccount } from '../people/make-account.ts'
import type { SystemScope } from '../system-scope.ts'
import { insertToken, type NewOneTimeToken } from '../token-store.ts'
import { type Acceptance, acceptInvitation } from './accept-invitation.ts'

/** Where somebody is invited to, and as what. All three belong together. */
export interface InvitedTo {
  organizationId: string
  workspaceId: string
  roleId: string
}

/**
 * People whom an organisation invited. Each is a placeholder: a row of `users` that is this organisation's alone until its
 * person comes, whoever else invited them and whether or not they have an account. Acts come one after the other in an
 * organisation, each with its entry in its audit log.
 */
export interface InvitationStore {
  /** Who has an address, in lower case, in the organisation: a member, or who is invited there. */
  findPerson(address: KnownAddress): Promise<UserRow | undefined>
  /** Whether an address has an account, or is that of somebody whom this organisation invited. */
  isAddressTaken(address: KnownAddress): Promise<boolean>
  /**
   * Invites the person of an address in lower case, who is no member: a placeholder in the workspace, made or found again,
   * whose link is replaced. No account of others is looked for; who became a member meanwhile is `conflict`. Gives whose
   * the placeholder is.
   */
  invite(invitation: {
    email: string
    to: InvitedTo
    link: Omit<NewOneTimeToken, 'userId'>
    entry: (userId: string) => NewAuditEntry
    /** What it is allowed by, told who waits under the address. */
    askAgain?: (waiting: string | undefined) => AskAgain
  }): Promise<string>
  /**
   * Uses the link of an invitation up: the placeholder becomes an account, or what it holds goes over to the one that
   * there is. Gives whose it is then; undefined when the link does not count, `conflict` when the account is not as it
   * was proved any more, or came about meanwhile: nothing is written then, and the link goes on counting.
   */
  accept(acceptance: Acceptance): Promise<string | undefined>
}

/** Makes the store. */
export function createInvitationStore(scope: SystemScope): InvitationStore {
  const { reader, write, now, newId } = scope
  return {
    findPerson: (address) => findPerson(reader(), address),
    isAddressTaken: (address) => isAddressTaken(reader(), address),
    invite: ({ email, to, link, entry, askAgain: ask }) =>
      write(async (db) => {
        const { organizationId } = to
        await lockOrganization(db, scope, organizationId)
        const known = await findPerson(db, { organizationId, email })
        await askAgain(db, { ...scope, organizationId }, ask?.(known?.id))
        if (known !== undefined && known.status !== 'invited')
          throw refusalOf('conflict', tellWhy('account_changed_meanwhile'))
        const stamp = { id: newId(), at: now() }
        const userId = known?.id ?? (await insertPlaceholder(db, { organizationId, email }, stamp))
        await addMember({ ...scope, db }, userId, { to, at: stamp.at })
        await insertToken(db, { ...link, userId }, stamp.at)
        await appendEntries(scope, db, { organizationId, entries: [entry(userId)] })
        return userId
      }),
    accept: (acceptance) => write((db) => acceptInvitation({ ...scope, db }, acceptance)),
  }
}

async function insertPlaceholder(
  db: Kysely<DatabaseSchema>,
  { organizationId, email }: KnownAddress,
  { id, at }: { id: string; at: number },
): Promise<string> {
  const name = email.slice(0, email.indexOf('@'))
  await makeAccount(db, { id, organizationId, email, name, passwordHash: null, status: 'invited' }, at)
  return id
}

async function addMember(
  { db, capabilities }: SystemScope & { db: Kysely<DatabaseSchema> },
  userId: string,
  { to, at: createdAt }: { to: InvitedTo; at: number },
): Promise<void> {
  await joinUnlessMember(db, { organizationId: to.organizationId, userId, createdAt })
  // Who is invited once more comes as what the last invitation says.
  if (await changeRoleOfPlace(db, { ...to, userId })) return
  await givePlaces(db, { capabilities }, [{ ...to, userId, createdAt }])
}
