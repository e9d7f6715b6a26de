import { RunnelError } from '@runnel/contract'
import type { Expectation } from '../tenant/changed-row.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import { withoutUndefined } from '../tenant/without-undefined.ts'
import { changeFlow } from './change-flow.ts'
import { describeDocument } from './describe-document.ts'
import { pruneChanges } from './flow-changes.ts'
import { appendDraft, deleteDraft } from './flow-drafts.ts'
import {
  type DraftAppend,
  type FlowPatch,
  type FlowRow,
  type NewFlow,
  type NewFlowVersion,
  parseFlow,
  stringifyViewport,
} from './flow-rows.ts'
import { insertUses } from './flow-uses.ts'
import {
  dismissRepairs,
  insertVersion,
  pruneSnapshots,
  publishVersion,
  saveVersion,
  takeSnapshot,
  type VersionSave,
} from './flow-versions.ts'

/**
 * Writes the flows of one workspace. A method that names a flow throws `not_found` when there is none, and
 * `stale_revision` when `expectedRevision` is given and somebody changed the flow since.
 */
export interface FlowWriter {
  /** Makes the flow with its version 1. An id that exists already is `conflict`. */
  insert(flow: NewFlow, version: NewFlowVersion): Promise<FlowRow>
  /** Changes settings; the revision rises by one. */
  update(id: string, patch: FlowPatch, expectation?: Expectation): Promise<FlowRow>
  /** Keeps the document as the next version and makes it the head; the revision rises by one. */
  saveVersion(flowId: string, save: VersionSave, expectation?: Expectation): Promise<FlowRow>
  /** Forgets what the import of the head mended; gives how many versions had any: 0 or 1. */
  dismissRepairs(flowId: string): Promise<number>
  /** Names a saved version as the published one. */
  publish(flowId: string, versionId: string): Promise<FlowRow>
  /** Keeps a draft's document for a run and gives the version's id; an equal document is kept once. */
  snapshot(flowId: string, version: NewFlowVersion): Promise<string>
  /**
   * Adds a change to a user's unsaved work and gives its number in the feed. `stale_draft` when the draft is not at
   * the change that the caller knows.
   */
  appendDraft(draft: DraftAppend): Promise<number>
  /** Removes a user's unsaved work; with `sequence` only when it is at that change. Gives whether it went. */
  deleteDraft(draft: { flowId: string; userId: string; sequence?: number | undefined }): Promise<boolean>
  /**
   * Deletes the flow: from now on there is none. What hangs on it (versions, drafts, runs, messages) goes in slices,
   * by `system.deletions`.
   */
  delete(id: string): Promise<void>
  /** Deletes some snapshots last used before that time which no open run and no journal needs; gives how many, 0 at the end. */
  pruneSnapshots(olderThan: number): Promise<number>
  /** Deletes entries of change feeds made before that time, but for the logs of drafts; gives how many. */
  pruneChanges(olderThan: number, limit?: number): Promise<number>
}

const newFlowDefaults = {
  category: null,
  deployed: false,
  isPublic: false,
  apikeyid: null,
  chatbotConfig: null,
  apiConfig: null,
  analytic: null,
  speechToText: null,
  textToSpeech: null,
  followUpPrompts: null,
  mcpServerConfig: null,
  webhookSecretConfigured: null,
  privateSessions: true,
  concurrency: 1,
  runMode: 'latest',
  createdBy: null,
  isExample: false,
} as const

/** Makes the writer of flows, versions and drafts. */
export function createFlowWriter(scope: TenantScope): FlowWriter {
  const { db } = scope
  return {
    insert: (flow, version) => insertFlow(scope, flow, version),
    update: (id, patch, expectation = {}) =>
      changeFlow(scope, id, { ...withoutUndefined(patch), ...expectation }),
    saveVersion: (flowId, save, expectation = {}) => saveVersion(scope, { flowId, ...save, ...expectation }),
    dismissRepairs: (flowId) => dismissRepairs(scope, flowId),
    publish: (flowId, versionId) => publishVersion(scope, flowId, versionId),
    snapshot: (flowId, version) => takeSnapshot(scope, flowId, version),
    appendDraft: (draft) => appendDraft(scope, draft),
    deleteDraft: (draft) => deleteDraft(scope, draft),
    async delete(id) {
      const { numUpdatedRows } = await db
        .updateTable('flows')
        .set({ deletedAt: scope.now() })
        .where('id', '=', id)
        .where('deletedAt', 'is', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw new RunnelError('not_found', `Chatflow ${id} not found`)
    },
    pruneSnapshots: (olderThan) => pruneSnapshots(scope, olderThan),
    pruneChanges: (olderThan, limit) => pruneChanges(scope, olderThan, limit),
  }
}

/** Makes a flow with its version 1 inside a transaction. */
export async function insertFlow(
  scope: Pick<TenantScope, 'db' | 'now' | 'newId'>,
  flow: NewFlow,
  version: NewFlowVersion,
): Promise<FlowRow> {
  const now = scope.now()
  const { viewport = null, id = scope.newId(), ...settings } = flow
  const versionId = version.id ?? scope.newId()
  const { summary, uses } = describeDocument(version.document)
  const row = await scope.db
    .insertInto('flows')
    .values({
      ...newFlowDefaults,
      ...withoutUndefined(settings),
      id,
      viewport: stringifyViewport(viewport),
      headVersionId: versionId,
      summary: JSON.stringify(summary),
      publishedVersionId: null,
      revision: 1,
      createdAt: now,
      updatedAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await insertVersion(scope, { ...version, id: versionId, flowId: id, kind: 'saved', number: 1 })
  await insertUses(scope, id, uses)
  return parseFlow(row)
}
