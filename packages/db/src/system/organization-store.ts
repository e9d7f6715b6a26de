import type { Kysely } from 'kysely'
import { appendEntries } from '../audit/append-entries.ts'
import type { NewAuditEntry } from '../audit/audit-writer.ts'
import type { DatabaseSchema } from '../schema.ts'
import { lockInOrder } from '../tenant/lock-in-order.ts'
import { type FirstFlow, insertOrganization } from './account-store.ts'
import { lockOrganization } from './people/lock-organization.ts'
import type { SystemScope } from './system-scope.ts'

/** What somebody is in an organisation. */
export interface OwnOrganization {
  organizationId: string
  name: string
  isAdmin: boolean
  /** False for who is barred from it. */
  isActive: boolean
}

/** An organisation that somebody makes who has an account. All ids are given. */
export interface NewOrganization {
  organization: { id: string; name: string }
  workspace: { id: string; name: string }
  /** What stands in the workspace. */
  flows?: readonly FirstFlow[] | undefined
  maker: { userId: string; organizationId: string }
  /** What the log of the new organisation begins with. */
  entry: NewAuditEntry
  /** What the log of the organisation tells in which its maker is; nothing where it is none of its business. */
  entryOfMaker?: NewAuditEntry | undefined
}

/** Organisations beyond those that come with an account. */
export interface OrganizationMaker {
  /**
   * Makes an organisation with a first workspace, of which its maker is the owner. `assertMay` is asked inside of the
   * transaction, with all organisations of the maker: what it throws undoes everything, and nobody makes another one in the
   * name of the same maker meanwhile.
   */
  create(wanted: NewOrganization, assertMay: (own: readonly OwnOrganization[]) => void): Promise<void>
}

/** Makes the store. */
export function createOrganizationMaker(scope: SystemScope): OrganizationMaker {
  const { write, now, newId, capabilities } = scope
  return {
    create: ({ organization, workspace, flows, maker, entry, entryOfMaker }, assertMay) =>
      write(async (db) => {
        const { userId } = maker
        await lockOrganization(db, scope, maker.organizationId)
        await lockInOrder(
          db.selectFrom('users').select('id').where('id', '=', userId),
          capabilities,
        ).execute()
        assertMay(await listOwn(db, userId))
        const ids = { organizationId: organization.id, workspaceId: workspace.id, roleId: newId(), userId }
        await insertOrganization(db, {
          first: { organization, workspace, entry, flows },
          ids,
          at: now(),
          newId,
          capabilities,
        })
        if (entryOfMaker)
          await appendEntries(scope, db, { organizationId: maker.organizationId, entries: [entryOfMaker] })
      }),
  }
}

async function listOwn(db: Kysely<DatabaseSchema>, userId: string): Promise<OwnOrganization[]> {
  const rows = await db
    .selectFrom('organizationMembers')
    .innerJoin('organizations', 'organizations.id', 'organizationMembers.organizationId')
    .select(['organizationMembers.organizationId', 'organizations.name'])
    .select(['organizationMembers.isAdmin', 'organizationMembers.status'])
    .where('organizationMembers.userId', '=', userId)
    .execute()
  return rows.map(({ status, ...row }) => ({ ...row, isActive: status === 'active' }))
}
