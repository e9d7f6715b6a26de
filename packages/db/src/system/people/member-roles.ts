import { expressionBuilder, sql } from 'kysely'
import type { DatabaseSchema } from '../../schema.ts'
import { readTraits } from './account-traits.ts'

/** A role that somebody has in one workspace or in several. */
export interface MemberRole {
  id: string
  name: string
  builtIn: DatabaseSchema['roles']['builtIn']
  workspaceCount: number
  /** The name of the workspace, where it is only one. */
  workspaceName: string | null
}

/** As many roles of a person as a line of a list shows. */
export const SHOWN_ROLES = 2

/**
 * The roles of each of some people, ranked by in how many workspaces they have them, with how many places they have in
 * all. Of a role that somebody has once, `workspaceId` is where.
 */
export function selectMostHeldRoles({
  organizationId,
  userIds,
}: {
  organizationId: string
  userIds: string[]
}) {
  return expressionBuilder<DatabaseSchema>()
    .selectFrom('workspaceMembers')
    .where('workspaceMembers.organizationId', '=', organizationId)
    .where('workspaceMembers.userId', 'in', userIds)
    .groupBy(['workspaceMembers.userId', 'workspaceMembers.roleId'])
    .select(['workspaceMembers.userId', 'workspaceMembers.roleId'])
    .select([
      sql<string>`min("workspaceMembers"."workspaceId")`.as('workspaceId'),
      sql<number>`count(*)`.as('workspaceCount'),
      sql<number>`sum(count(*)) over (partition by "workspaceMembers"."userId")`.as('placeCount'),
      sql<number>`row_number() over (partition by "workspaceMembers"."userId" order by count(*) desc, "workspaceMembers"."roleId")`.as(
        'rank',
      ),
    ])
    .as('held')
}

/** What one row tells of a role of a person; nothing where they have none. */
interface HeldRoleRow {
  roleId: string | null
  roleName: string | null
  builtIn: MemberRole['builtIn']
  workspaceCount: number | null
  placeCount: number | null
  workspaceName: string | null
}

/** The rows of one person, one for each role, as one row with the roles in it. */
export function withRoles<Row extends HeldRoleRow & Parameters<typeof readTraits>[0]>(rows: Row[]) {
  const [first] = rows
  if (!first) return []
  const { roleId: _id, roleName: _name, builtIn: _builtIn, workspaceName: _place, ...row } = readTraits(first)
  const { placeCount, workspaceCount: _count, ...member } = row
  const roles = rows.flatMap(({ roleId, roleName, builtIn, workspaceCount, workspaceName }): MemberRole[] =>
    roleId === null || roleName === null
      ? []
      : [
          {
            id: roleId,
            name: roleName,
            builtIn,
            workspaceCount: Number(workspaceCount),
            workspaceName: Number(workspaceCount) === 1 ? workspaceName : null,
          },
        ],
  )
  return [{ ...member, roleCount: Number(placeCount ?? 0), roles }]
}
