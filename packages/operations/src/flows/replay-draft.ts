import type { FlowDiff, FlowDocument } from '@runnel/contract'
import type { FlowDraftRow } from '@runnel/db'
import { applyDiff, parseKeptDocument } from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import { migrateDocument } from './stored-document.ts'

/** A user's unsaved work. */
export interface ReplayedDraft {
  row: FlowDraftRow
  /** The document on which it began, as everybody reads it. */
  base: FlowDocument
  /** The unsaved work, as everybody reads it. */
  document: FlowDocument
  /** A type of node changed since the log was begun: the log leads to an older form of the document. */
  isOutdated: boolean
  /** The log. */
  changes: { sequence: number; diff: FlowDiff }[]
}

/** The document of a saved version of this flow, as it is kept; undefined when there is none. */
export async function findSavedDocument(
  context: OperationContext,
  version: { workspaceId: string; flowId: string; versionId: string },
): Promise<FlowDocument | undefined> {
  const row = await context.db.read(version.workspaceId).flows.findVersion(version.versionId)
  return row?.flowId === version.flowId && row.kind === 'saved' ? parseKeptDocument(row.document) : undefined
}

/**
 * Makes a user's unsaved work out of its log; undefined when there is none. The log is replayed on the document as it
 * was kept, and what comes out is lifted: so the log stays readable when a type of node changes.
 */
export async function replayDraft(
  context: OperationContext,
  draft: { workspaceId: string; flowId: string; userId: string },
): Promise<ReplayedDraft | undefined> {
  const { flows } = context.db.read(draft.workspaceId)
  const row = await flows.findDraft(draft.flowId, draft.userId)
  if (!row) return undefined
  const saved = await findSavedDocument(context, { ...draft, versionId: row.baseVersionId })
  if (!saved) return undefined
  const changes = await flows.listDraftChanges(row, row.startSequence)
  const start = row.document === null ? saved : parseKeptDocument(row.document)
  const replayed = changes.reduce((document, { diff }) => applyDiff(document, diff), start)
  const document = migrateDocument(replayed, context.catalogue)
  return {
    row,
    base: migrateDocument(saved, context.catalogue),
    document,
    isOutdated: document !== replayed,
    changes,
  }
}
