import { RunnelError, type Viewport } from '@runnel/contract'
import type { Expectation } from '../tenant/changed-row.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import { withoutUndefined } from '../tenant/without-undefined.ts'
import { changeFlow } from './change-flow.ts'
import { describeDocument } from './describe-document.ts'
import { addChange } from './flow-changes.ts'
import { type FlowPatch, type FlowRow, type NewFlowVersion, stringifyViewport } from './flow-rows.ts'
import { keepUses } from './flow-uses.ts'

/** A save: the new version, and with it the viewport and changed settings. */
export interface VersionSave {
  version: NewFlowVersion
  /** What leads from the head to the new version, for the change feed; JSON of a `FlowDiff`. */
  diff: string
  viewport?: Viewport | null | undefined
  patch?: FlowPatch | undefined
}

function stringifyRepairs({ repairs = [] }: NewFlowVersion): string | null {
  return repairs.length === 0 ? null : JSON.stringify(repairs)
}

type VersionPlace = { id: string; flowId: string; kind: 'saved' | 'snapshot'; number: number | null }

function stringifyHosts({ consentedHosts }: NewFlowVersion): string {
  return JSON.stringify([...new Set(consentedHosts)].toSorted())
}

/** Inserts a version row at its place in the flow. */
export async function insertVersion(
  scope: Pick<TenantScope, 'db' | 'now'>,
  version: NewFlowVersion & VersionPlace,
): Promise<void> {
  await scope.db
    .insertInto('flowVersions')
    .values({
      id: version.id,
      flowId: version.flowId,
      number: version.number,
      kind: version.kind,
      document: version.document,
      documentHash: version.documentHash,
      consentedHosts: stringifyHosts(version),
      repairs: stringifyRepairs(version),
      createdBy: version.createdBy ?? null,
      createdAt: scope.now(),
    })
    .execute()
}

/** Keeps the document as the next version and makes it the head, under the lock of the flow's row. */
export async function saveVersion(
  scope: TenantScope,
  { flowId, version, diff, viewport, patch, ...expectation }: { flowId: string } & VersionSave & Expectation,
): Promise<FlowRow> {
  const id = version.id ?? scope.newId()
  const { summary, uses } = describeDocument(version.document)
  const flow = await changeFlow(scope, flowId, {
    ...withoutUndefined(patch ?? {}),
    ...(viewport === undefined ? {} : { viewport: stringifyViewport(viewport) }),
    headVersionId: id,
    summary: JSON.stringify(summary),
    ...expectation,
  })
  const { last } = await scope.db
    .selectFrom('flowVersions')
    .select((expressions) => expressions.fn.max('number').as('last'))
    .where('flowId', '=', flowId)
    .executeTakeFirstOrThrow()
  await insertVersion(scope, { ...version, id, flowId, kind: 'saved', number: (last ?? 0) + 1 })
  await keepUses(scope, flow, { versionId: id, uses })
  const createdBy = version.createdBy ?? null
  const changeSequence = await addChange(scope, { flowId, draftOf: null, versionId: id, diff, createdBy })
  return { ...flow, changeSequence }
}

/** Forgets the repairs of the flow's head; its document stays as it is. Gives how many versions had some. */
export async function dismissRepairs(scope: TenantScope, flowId: string): Promise<number> {
  const head = scope.db.selectFrom('flows').select('headVersionId').where('id', '=', flowId)
  const { numUpdatedRows } = await scope.db
    .updateTable('flowVersions')
    .set({ repairs: null })
    .where('id', 'in', head)
    .where('repairs', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Names a saved version of this flow as the published one. */
export async function publishVersion(
  scope: TenantScope,
  flowId: string,
  versionId: string,
): Promise<FlowRow> {
  const version = await scope.db
    .selectFrom('flowVersions')
    .select('id')
    .where('id', '=', versionId)
    .where('flowId', '=', flowId)
    .where('kind', '=', 'saved')
    .executeTakeFirst()
  if (!version) throw new RunnelError('not_found', `Version ${versionId} of chatflow ${flowId} not found`)
  const flow = await changeFlow(scope, flowId, { publishedVersionId: versionId })
  await keepUses(scope, flow)
  return flow
}

/**
 * Finds or keeps a version with this document and these hosts. A snapshot that is taken again gets the present time, so that one
 * about to be pruned is spared.
 */
export async function takeSnapshot(
  scope: TenantScope,
  flowId: string,
  version: NewFlowVersion,
): Promise<string> {
  const equal = scope.db
    .selectFrom('flowVersions')
    .select('id')
    .where('flowId', '=', flowId)
    .where('documentHash', '=', version.documentHash)
    .where('consentedHosts', '=', stringifyHosts(version))
  const saved = await equal.where('kind', '=', 'saved').limit(1).executeTakeFirst()
  if (saved) return saved.id
  const touched = await scope.db
    .updateTable('flowVersions')
    .set({ createdAt: scope.now() })
    .where('id', 'in', equal.where('kind', '=', 'snapshot').limit(1))
    .returning('id')
    .executeTakeFirst()
  if (touched) return touched.id
  const id = version.id ?? scope.newId()
  await insertVersion(scope, { ...version, id, flowId, kind: 'snapshot', number: null })
  return id
}

/** Snapshots that one call deletes at most: they are as large as their documents. */
const SNAPSHOTS_AT_ONCE = 50

/** Deletes some snapshots last used before that time, unless an open run or a kept journal needs them. */
export async function pruneSnapshots({ db }: TenantScope, olderThan: number): Promise<number> {
  const unused = await db
    .selectFrom('flowVersions')
    .select('id')
    .where('kind', '=', 'snapshot')
    .where('createdAt', '<', olderThan)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('runs')
            .select('runs.id')
            .whereRef('runs.versionId', '=', 'flowVersions.id')
            .where((run) => run.or([run('runs.endedAt', 'is', null), run('runs.hasJournal', '=', true)])),
        ),
      ),
    )
    .limit(SNAPSHOTS_AT_ONCE)
    .execute()
  if (unused.length === 0) return 0
  const ids = unused.map(({ id }) => id)
  await db.deleteFrom('flowVersions').where('id', 'in', ids).execute()
  return ids.length
}
