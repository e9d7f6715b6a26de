import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../../schema.ts'
import type { MemberKey } from './member-writer.ts'

/** Whether somebody belongs to an organisation beside this one, barred there or not. */
export async function isMemberElsewhere(
  db: Kysely<DatabaseSchema>,
  { userId, organizationId }: MemberKey,
): Promise<boolean> {
  const other = await db
    .selectFrom('organizationMembers')
    .select('userId')
    .where('userId', '=', userId)
    .where('organizationId', '<>', organizationId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
