import type { UndeliveredMail } from '@runnel/db'
import type { OperationContext } from '../context.ts'

/** A mail that waits for longer has met something, in milliseconds. */
const UNUSUAL_MS = 60_000

/** Mails in the name of an organisation that did not get through to some of its people, the newest of each. */
export function listUndelivered(
  { db, now }: Pick<OperationContext, 'db' | 'now'>,
  { organizationId, userIds }: { organizationId: string; userIds: readonly string[] },
): Promise<UndeliveredMail[]> {
  return db.system.mails.listUndelivered(organizationId, { userIds, before: now() - UNUSUAL_MS })
}
