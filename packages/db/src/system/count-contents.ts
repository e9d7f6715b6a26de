import { type Kysely, sql } from 'kysely'
import type { DatabaseSchema } from '../schema.ts'

const KINDS = ['flows', 'documentStores', 'credentials', 'variables', 'customTools', 'apiKeys'] as const

/** How many things of each kind a workspace holds. */
export type WorkspaceContents = Record<(typeof KINDS)[number], number>

/** So many of one kind are counted: what is more tells nobody more, and is not gone through. */
export const MOST_COUNTED = 1_000

/** Counts what a workspace holds, in one statement; no kind further than one beyond `MOST_COUNTED`. */
export async function countContents(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
): Promise<WorkspaceContents> {
  const counted = (kind: (typeof KINDS)[number]) => {
    const rows = db.selectFrom(kind).where('workspaceId', '=', workspaceId).select('id')
    const live = kind === 'flows' ? rows.where('deletedAt' as never, 'is', null) : rows
    return db
      .selectFrom(live.limit(MOST_COUNTED + 1).as('some'))
      .select([sql<(typeof KINDS)[number]>`${sql.lit(kind)}`.as('kind'), sql<number>`count(*)`.as('count')])
  }
  const [first, ...others] = KINDS
  const rows = await others.reduce((query, kind) => query.unionAll(counted(kind)), counted(first)).execute()
  const countOf = new Map(rows.map(({ kind, count }) => [kind, Number(count)]))
  return Object.fromEntries(KINDS.map((kind) => [kind, countOf.get(kind) ?? 0])) as WorkspaceContents
}
