import type { Principal } from '@runnel/access'
import {
  type FlowDiff,
  type FlowDocument,
  isoTime,
  isRunnelError,
  RunnelError,
  type Viewport,
} from '@runnel/contract'
import {
  applyDiff,
  applyReceivedDiff,
  diffDocuments,
  isEmptyDiff,
  keepDocument,
  reverseDiff,
  squashDiffs,
} from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import { authorizeFlow } from '../flow-rights.ts'
import { draftOwner } from './draft-owner.ts'
import { findSavedDocument, type ReplayedDraft, replayDraft } from './replay-draft.ts'
import { migrateDocument } from './stored-document.ts'

/** A change of somebody's unsaved work, as the route takes it. */
export interface AppendDraft {
  flowId: string
  baseVersionId: string
  after?: number | undefined
  isWhole?: boolean | undefined
  diff: FlowDiff
  viewport: Viewport | null
}

/** So many changes of a draft are read one by one; then its document is kept, and the log begins anew after it. */
const LOG_LENGTH = 100

type Place = AppendDraft & { workspaceId: string; userId: string }

/** What the caller missed, where the log can tell. */
function missedBy(
  call: AppendDraft,
  draft: ReplayedDraft | undefined,
): { sequence: number; diff: FlowDiff } | undefined {
  const { after = 0 } = call
  if (!draft || draft.row.baseVersionId !== call.baseVersionId || draft.isOutdated) return undefined
  const { row, base, document, changes } = draft
  if (after === 0) return { sequence: row.sequence, diff: diffDocuments(base, document) }
  const isKnown = after === row.startSequence || changes.some(({ sequence }) => sequence === after)
  if (!isKnown) return undefined
  const missed = changes.filter(({ sequence }) => sequence > after).map(({ diff }) => diff)
  return { sequence: row.sequence, diff: squashMissed(document, missed) }
}

function squashMissed(document: FlowDocument, missed: FlowDiff[]): FlowDiff {
  const before = missed
    .toReversed()
    .reduce((current, diff) => applyDiff(current, reverseDiff(diff)), document)
  return squashDiffs(before, missed)
}

function staleDraft(call: AppendDraft, draft: ReplayedDraft | undefined): RunnelError {
  const missed = missedBy(call, draft)
  return new RunnelError(
    'stale_draft',
    'Another window of yours holds unsaved work on this flow that does not go together with this. Save in one of them.',
    { body: missed ? { missed } : {} },
  )
}

/** The version that the caller names as the base, as everybody reads it, and whether it is kept in just that form. */
async function readBase(
  context: OperationContext,
  { workspaceId, flowId, baseVersionId }: Place,
): Promise<{ document: FlowDocument; isAsKept: boolean }> {
  const kept = await findSavedDocument(context, { workspaceId, flowId, versionId: baseVersionId })
  if (!kept) throw new RunnelError('not_found', `Version ${baseVersionId} of chatflow ${flowId} not found`)
  const document = migrateDocument(kept, context.catalogue)
  return { document, isAsKept: document === kept }
}

/** Where the log begins anew: with its base, or with the document that it leads to. */
type Restart = { document: string | null } | undefined

async function takeOn(
  context: OperationContext,
  call: Place,
  draft: ReplayedDraft | undefined,
): Promise<Restart> {
  if (draft && call.after !== undefined && call.isWhole !== true) {
    const next = applyReceivedDiff(draft.document, call.diff)
    const isLong = draft.changes.length >= LOG_LENGTH
    return draft.isOutdated || isLong ? { document: keepDocument(next) } : undefined
  }
  const base = await readBase(context, call)
  const next = applyReceivedDiff(base.document, call.diff)
  return { document: base.isAsKept ? null : keepDocument(next) }
}

/**
 * Adds a change to the caller's unsaved work on a flow; the head stays as it is.
 * @throws RunnelError `stale_draft` with what the caller missed, `conflict` for a change that does not fit
 */
export async function appendDraft(
  context: OperationContext,
  principal: Principal,
  call: AppendDraft,
): Promise<{ sequence: number; updatedDate: string }> {
  const { workspaceId, userId } = draftOwner(principal)
  const flow = await context.db.read(workspaceId).flows.get(call.flowId)
  authorizeFlow(principal, flow.type, 'update')
  const place = { ...call, workspaceId, userId }
  const draft = await replayDraft(context, place)
  const isOther =
    draft !== undefined && draft.row.baseVersionId !== call.baseVersionId && call.isWhole !== true
  if (call.after !== undefined && (call.after !== (draft?.row.sequence ?? 0) || isOther)) {
    throw staleDraft(call, draft)
  }
  const restart = await takeOn(context, place, draft)
  if (draft && !restart && isEmptyDiff(call.diff)) {
    return { sequence: draft.row.sequence, updatedDate: isoTime(draft.row.updatedAt) }
  }
  const { flowId, baseVersionId, viewport, after } = call
  const change = { flowId, userId, baseVersionId, viewport, after, restart, diff: JSON.stringify(call.diff) }
  try {
    const sequence = await context.db.write(workspaceId, (writer) => writer.flows.appendDraft(change))
    return { sequence, updatedDate: isoTime(context.now()) }
  } catch (error) {
    if (!isRunnelError(error) || error.code !== 'stale_draft') throw error
    throw staleDraft(call, await replayDraft(context, place))
  }
}
