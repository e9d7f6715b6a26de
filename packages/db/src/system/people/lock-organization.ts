import type { Kysely } from 'kysely'
import type { DatabaseCapabilities } from '../../adapters/adapter.ts'
import type { DatabaseSchema } from '../../schema.ts'
import { lockInOrder } from '../../tenant/lock-in-order.ts'

/** Acts that must see each other in one organisation come one after the other from here on, until their transactions end. */
export async function lockOrganization(
  db: Kysely<DatabaseSchema>,
  { capabilities }: { capabilities: Pick<DatabaseCapabilities, 'rowLocks'> },
  organizationId: string,
): Promise<void> {
  const organization = db.selectFrom('organizations').select('id').where('id', '=', organizationId)
  await lockInOrder(organization, capabilities).execute()
}
