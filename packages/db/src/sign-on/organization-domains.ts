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
  /** Notes that its record was looked for, and since when it is proved; null where it is not. */
  noteCheck(domain: string, check: { provedAt: number | null; checkedAt: number }): Promise<void>
  /** False when there is none. */
  deleteDomain(domain: string): Promise<boolean>
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
export function createDomainWriter({ db, now }: OrganizationScope): DomainWriter {
  return {
    async insertDomain(domain) {
      await db
        .insertInto('organizationDomains')
        .values({ ...domain, createdAt: now(), provedAt: null, checkedAt: null })
        .execute()
    },
    async noteCheck(domain, check) {
      await db.updateTable('organizationDomains').set(check).where('domain', '=', domain).execute()
    },
    async deleteDomain(domain) {
      const { numDeletedRows } = await db
        .deleteFrom('organizationDomains')
        .where('domain', '=', domain)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
  }
}
