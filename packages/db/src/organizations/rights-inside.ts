import type { Kysely } from 'kysely'
import type { DatabaseCapabilities } from '../adapters/adapter.ts'
import type { DatabaseSchema } from '../schema.ts'
import { createLoginMethodReader, type LoginMethodReader } from '../sign-on/login-method-reader.ts'
import { lockOrganization } from '../system/people/lock-organization.ts'
import { createOrganizationReader, type OrganizationReader } from './organization-reader.ts'
import { openOrganizationScope } from './organization-scope.ts'

/** What rights in an organisation are judged by, as it is inside of a transaction. */
export interface RightsInside {
  read: OrganizationReader
  loginMethods: LoginMethodReader
}

/**
 * Asks once more whether an act is allowed, where nobody changes rights of the organisation until the act is done: it
 * throws where the right is gone, and nothing is written then.
 */
export type AskAgain = (rights: RightsInside) => Promise<void>

/** Has an act asked for once more, inside of its transaction and before it writes. */
export async function askAgain(
  db: Kysely<DatabaseSchema>,
  facts: { organizationId: string; capabilities: DatabaseCapabilities; now(): number; newId(): string },
  ask: AskAgain | undefined,
): Promise<void> {
  if (ask === undefined) return
  await lockOrganization(db, facts, facts.organizationId)
  const { organizationId, capabilities, now, newId } = facts
  const scope = openOrganizationScope({ organizationId, capabilities, now, newId }, { reads: db })
  await ask({ read: createOrganizationReader(scope), loginMethods: createLoginMethodReader(scope) })
}
