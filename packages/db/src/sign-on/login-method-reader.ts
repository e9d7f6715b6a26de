import type { Selectable } from 'kysely'
import type { OrganizationScope } from '../organizations/organization-scope.ts'
import type { LoginMethodTable } from './sign-on-tables.ts'

export type LoginMethodRow = Selectable<LoginMethodTable>

/** Reads the ways by which the people of one organisation sign in. */
export interface LoginMethodReader {
  listLoginMethods(): Promise<LoginMethodRow[]>
  findLoginMethod(providerName: string): Promise<LoginMethodRow | undefined>
  /** The login methods that know somebody, by their ids. */
  listIdentities(userId: string): Promise<{ loginMethodId: string; email: string | null }[]>
}

/** Makes the reader. */
export function createLoginMethodReader(scope: OrganizationScope): LoginMethodReader {
  return {
    listLoginMethods: () => scope.db.selectFrom('loginMethods').selectAll().orderBy('providerName').execute(),
    findLoginMethod: (providerName) =>
      scope.db
        .selectFrom('loginMethods')
        .selectAll()
        .where('providerName', '=', providerName)
        .executeTakeFirst(),
    listIdentities: (userId) =>
      scope.db
        .selectFrom('identities')
        .select(['loginMethodId', 'email'])
        .where('userId', '=', userId)
        .execute(),
  }
}
