import type { Selectable } from 'kysely'
import type { OrganizationScope } from '../organizations/organization-scope.ts'
import type { OrganizationDomainTable } from './sign-on-tables.ts'

export type OrganizationDomainRow = Selectable<OrganizationDomainTable>

/** Reads the domains that an organisation says are its own. */
export interface DomainReader {
  listDomains(): Promise<OrganizationDomainRow[]>
  findDomain(domain: string): Promise<OrganizationDomainRow | undefined>
}

/** Writes them. */
export interface DomainWriter {
  /** A domain that is there is `conflict`. */
  insertDomain(domain: { domain: string; token: string; createdBy: string }): Promise<void>
  /**
   * Notes whether its record was found, and gives how the domain was before. Undefined where it is named no more, or was
   * named anew: that one has another record.
   */
  noteCheck(
    domain: Pick<OrganizationDomainRow, 'domain' | 'token'>,
    check: { isThere: boolean; checkedAt: number },
  ): Promise<OrganizationDomainRow | undefined>
  /** Gives how it was; undefined when there is none. */
  deleteDomain(domain: string): Promise<OrganizationDomainRow | undefined>
}

/** Makes the reader. */
export function createDomainReader({ db }: OrganizationScope): DomainReader {
  return {
    listDomains: () => db.selectFrom('organizationDomains').selectAll().orderBy('domain').execute(),
    findDomain: (domain) =>
      db.selectFrom('organizationDomains').selectAll().where('domain', '=', domain).executeTakeFirst(),
  }
}

/** Makes the writer. */
export function createDomainWriter(scope: OrganizationScope): DomainWriter {
  const { db, now } = scope
  return {
    async insertDomain(domain) {
      await db
        .insertInto('organizationDomains')
        .values({ ...domain, createdAt: now(), provedAt: null, checkedAt: null })
        .execute()
    },
    async noteCheck({ domain, token }, { isThere, checkedAt }) {
      const before = await lockDomain(scope, domain)
      if (before?.token !== token) return undefined
      const provedAt = isThere ? (before.provedAt ?? checkedAt) : null
      await db
        .updateTable('organizationDomains')
        .set({ provedAt, checkedAt })
        .where('domain', '=', domain)
        .execute()
      return before
    },
    async deleteDomain(domain) {
      const before = await lockDomain(scope, domain)
      await db.deleteFrom('organizationDomains').where('domain', '=', domain).execute()
      return before
    },
  }
}

function lockDomain(
  { db, capabilities }: OrganizationScope,
  domain: string,
): Promise<OrganizationDomainRow | undefined> {
  const row = db.selectFrom('organizationDomains').selectAll().where('domain', '=', domain)
  return (capabilities.rowLocks ? row.forUpdate() : row).executeTakeFirst()
}
