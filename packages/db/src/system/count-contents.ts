import {
  MOST_CONTENTS_COUNTED,
  type WorkspaceContentKind,
  type WorkspaceContents,
  workspaceContentKinds,
} from '@runnel/contract'
import { type Kysely, sql } from 'kysely'
import type { DatabaseSchema } from '../schema.ts'

/**
 * Counts what a workspace holds, in one statement; no kind further than one beyond `MOST_CONTENTS_COUNTED`. `withDeleted`: also
 * flows that are deleted and still there.
 */
export async function countContents(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  { withDeleted = false } = {},
): Promise<WorkspaceContents> {
  const counted = (kind: WorkspaceContentKind) => {
    const rows = db.selectFrom(kind).where('workspaceId', '=', workspaceId).select('id')
    const live = kind === 'flows' && !withDeleted ? rows.where('deletedAt' as never, 'is', null) : rows
    return db
      .selectFrom(live.limit(MOST_CONTENTS_COUNTED + 1).as('some'))
      .select([sql<WorkspaceContentKind>`${sql.lit(kind)}`.as('kind'), sql<number>`count(*)`.as('count')])
  }
  const [first, ...others] = workspaceContentKinds
  const rows = await others.reduce((query, kind) => query.unionAll(counted(kind)), counted(first)).execute()
  const countOf = new Map(rows.map(({ kind, count }) => [kind, Number(count)]))
  return Object.fromEntries(
    workspaceContentKinds.map((kind) => [kind, countOf.get(kind) ?? 0]),
  ) as WorkspaceContents
}
