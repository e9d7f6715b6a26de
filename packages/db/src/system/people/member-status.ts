import { type ExpressionBuilder, type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { DatabaseSchema } from '../../schema.ts'

/** What somebody is in an organisation: in, not yet come, or barred there. */
export type MemberStatus = 'active' | 'invited' | 'disable'

/** Somebody in an organisation, as lists of its people and of its places tell them. */
export interface MembershipRow {
  organizationId: string
  userId: string
  name: string
  email: string
  isAdmin: boolean
  status: MemberStatus
  /** When they came to this organisation last: when to others, is not its business. */
  lastLoginAt: number | null
  createdAt: number
}

const NOT_YET_IN = ['invited', 'unverified'] as const

/** The status of a row that joins a membership with its account. */
export const statusOf = sql<MemberStatus>`case when "organizationMembers"."status" = 'disable' then 'disable'
  when "users"."status" in ('invited', 'unverified') then 'invited' else 'active' end`

/**
 * Leaves those of a status, of rows that hold a membership and its account. It says what `statusOf` says in the words of
 * each table, so that their indexes serve.
 */
export function whereStatus<Rows>(rows: Rows, status: MemberStatus): Rows {
  const found = rows as SelectQueryBuilder<DatabaseSchema, 'organizationMembers' | 'users', object>
  if (status === 'disable') return found.where('organizationMembers.status', '=', 'disable') as Rows
  const notBarred = found.where('organizationMembers.status', '!=', 'disable')
  return notBarred.where('users.status', status === 'invited' ? 'in' : 'not in', NOT_YET_IN) as Rows
}

/** How many are active: nearly all are, so those who are not are counted, and the rest taken. */
export async function countActive(
  db: Kysely<DatabaseSchema>,
  organizationId: string,
  isAdmin: boolean | undefined,
): Promise<number> {
  const { total } = await db
    .selectNoFrom((expressions) => {
      const all = countMembers(expressions, organizationId, isAdmin)
      const joined = all.innerJoin('users', 'users.id', 'organizationMembers.userId')
      const [barred, invited] = [whereStatus(joined, 'disable'), whereStatus(joined, 'invited')]
      return sql<number>`(${all}) - (${barred}) - (${invited})`.as('total')
    })
    .executeTakeFirstOrThrow()
  return Number(total)
}

function countMembers(
  { selectFrom }: Pick<ExpressionBuilder<DatabaseSchema, never>, 'selectFrom'>,
  organizationId: string,
  isAdmin: boolean | undefined,
) {
  const members = selectFrom('organizationMembers')
    .where('organizationMembers.organizationId', '=', organizationId)
    .select(sql<number>`count(*)`.as('total'))
  return isAdmin === undefined ? members : members.where('organizationMembers.isAdmin', '=', isAdmin)
}
