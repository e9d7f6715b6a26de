import type { FlowUse } from '@runnel/contract'
import { type ExpressionWrapper, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { TenantSchema } from '../schema.ts'
import { matchAny } from '../tenant/match-any.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import { describeDocument } from './describe-document.ts'
import type { FlowRow } from './flow-rows.ts'

/** A flow that uses something. */
export type UsingFlow = Pick<FlowRow, 'id' | 'name' | 'type'>

/** The flows that use one thing: those that changed last, and how many they are in all. */
export interface Usage {
  flows: UsingFlow[]
  total: number
}

/** Flows that are named of one thing. */
const MOST_NAMED = 20

/**
 * The flows that use each of the targets, as they are saved or published; a target that none uses is absent. One
 * statement.
 */
export async function findUsage(
  longReads: TenantScope['longReads'],
  kind: FlowUse['kind'],
  targets: readonly string[],
): Promise<Map<string, Usage>> {
  if (targets.length === 0) return new Map()
  const numbered = longReads
    .selectFrom('flowUses')
    .innerJoin('flows', 'flows.id', 'flowUses.flowId')
    .select(['flowUses.target', 'flows.id', 'flows.name', 'flows.type'])
    .select(({ fn }) => [
      fn
        .countAll<number>()
        .over((over) => over.partitionBy('flowUses.target'))
        .as('total'),
      fn
        .agg<number>('row_number')
        .over((over) =>
          over.partitionBy('flowUses.target').orderBy('flows.updatedAt', 'desc').orderBy('flows.id', 'desc'),
        )
        .as('place'),
    ])
    .where('flowUses.kind', '=', kind)
    .where(matchAny('flowUses.target', targets))
    .where('flows.deletedAt', 'is', null)
  const rows = await longReads
    .selectFrom(numbered.as('numbered'))
    .selectAll()
    .where('place', '<=', MOST_NAMED)
    .orderBy('target')
    .orderBy('place')
    .execute()
  const byTarget = Map.groupBy(rows, ({ target }) => target)
  return new Map(
    [...byTarget].map(([target, found]): [string, Usage] => [
      target,
      { flows: found.map(({ id, name, type }) => ({ id, name, type })), total: Number(found[0]?.total ?? 0) },
    ]),
  )
}

/** Tags that flows carry which use the target, as they are saved or published, each tag once. */
export async function findUsingTags(
  { db }: Pick<TenantScope, 'db'>,
  kind: FlowUse['kind'],
  target: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('flowUses')
    .innerJoin('flows', 'flows.id', 'flowUses.flowId')
    .select('flows.documentTags')
    .distinct()
    .where('flowUses.kind', '=', kind)
    .where('flowUses.target', '=', target)
    .where('flows.documentTags', 'is not', null)
    .where('flows.deletedAt', 'is', null)
    .execute()
  // The layer wrote the JSON of this column after it was checked.
  return [...new Set(rows.flatMap(({ documentTags }) => JSON.parse(documentTags ?? '[]') as string[]))]
}

/** The uses of the row that an outer statement is at, whose id or name the column holds. */
function usesOfRow(longReads: TenantScope['longReads'], kind: FlowUse['kind'], column: string) {
  return longReads
    .selectFrom('flowUses')
    .innerJoin('flows', 'flows.id', 'flowUses.flowId')
    .select('flowUses.flowId')
    .where('flowUses.kind', '=', kind)
    .where(sql<SqlBool>`${sql.ref('flowUses.target')} = ${sql.ref(column)}`)
    .where('flows.deletedAt', 'is', null)
}

/** What leaves out the rows of a list that some flow uses, or that none does. */
export interface UsageFilter {
  usage?: 'used' | 'unused' | undefined
}

/** The condition that a row is used, or not; undefined where both are wanted. */
export function matchUsage(
  longReads: TenantScope['longReads'],
  { usage, kind, column }: UsageFilter & { kind: FlowUse['kind']; column: string },
): ExpressionWrapper<TenantSchema, keyof TenantSchema, SqlBool> | undefined {
  if (usage === undefined) return undefined
  const { exists, not } = expressionBuilder<TenantSchema, keyof TenantSchema>()
  const isUsed = exists(usesOfRow(longReads, kind, column))
  return usage === 'used' ? isUsed : not(isUsed)
}

/** A flow with the versions that count. */
type CountedFlow = Pick<FlowRow, 'id' | 'headVersionId' | 'publishedVersionId'>

/**
 * Keeps what a flow uses by its saved and its published version, under the lock of its row; nothing is written where
 * nothing changed. What the version that is just saved uses is `described`, that of others is read from them.
 */
export async function keepUses(
  scope: TenantScope,
  flow: CountedFlow,
  described?: { versionId: string; uses: readonly FlowUse[] },
): Promise<void> {
  const { db } = scope
  const others = [flow.headVersionId, flow.publishedVersionId].filter(
    (id) => id !== null && id !== described?.versionId,
  )
  const uses = [...(described?.uses ?? []), ...(await readUses(scope, others))]
  const wanted = new Map(uses.map((use) => [keyOf(use), use]))
  const known = await db
    .selectFrom('flowUses')
    .select(['kind', 'target'])
    .where('flowId', '=', flow.id)
    .execute()
  if (known.length === wanted.size && known.every((use) => wanted.has(keyOf(use)))) return
  if (known.length > 0) await db.deleteFrom('flowUses').where('flowId', '=', flow.id).execute()
  await insertUses(scope, flow.id, [...wanted.values()])
}

/** Keeps what a new flow uses. */
export async function insertUses(
  { db }: Pick<TenantScope, 'db'>,
  flowId: string,
  uses: readonly FlowUse[],
): Promise<void> {
  if (uses.length === 0) return
  const rows = uses.map(({ kind, target }) => ({ flowId, kind, target }))
  await db.insertInto('flowUses').values(rows).execute()
}

async function readUses({ db }: TenantScope, versionIds: readonly (string | null)[]): Promise<FlowUse[]> {
  const ids = versionIds.filter((id) => id !== null)
  if (ids.length === 0) return []
  const rows = await db.selectFrom('flowVersions').select('document').where('id', 'in', ids).execute()
  return rows.flatMap(({ document }) => describeDocument(document).uses)
}

const keyOf = ({ kind, target }: FlowUse) => `${kind} ${target}`
