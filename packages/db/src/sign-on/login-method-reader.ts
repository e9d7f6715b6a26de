import type { RunnelError } from '@runnel/contract'
import type { Selectable } from 'kysely'
import type { OrganizationScope } from '../organizations/organization-scope.ts'
import type { LoginMethodTable } from './sign-on-tables.ts'
import { staleLoginMethod } from './stale-login-method.ts'

export type LoginMethodRow = Selectable<LoginMethodTable>

/** Reads the ways by which the people of one organisation sign in. */
export interface LoginMethodReader {
  listLoginMethods(): Promise<LoginMethodRow[]>
  findLoginMethod(providerName: string): Promise<LoginMethodRow | undefined>
  /** The `stale_revision` of a method that is not as somebody read it. */
  staleLoginMethod(providerName: string): Promise<RunnelError>
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
    staleLoginMethod: (providerName) =>
      staleLoginMethod(scope.db, { organizationId: scope.organizationId, providerName }),
    listIdentities: (userId) =>
      scope.db
        .selectFrom('identities')
        .select(['loginMethodId', 'email'])
        .where('userId', '=', userId)
        .execute(),
  }
}
