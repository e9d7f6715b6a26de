import { type Client, isApiError } from '@runnel/client'
import { type FlowDiff, type FlowDocument, type FlowDraft, isJsonObject } from '@runnel/contract'
import { applyDiff, diffDocuments, isEmptyDiff, rebaseDiff, reverseDiff } from '@runnel/graph'
import { BEHIND, type EditorStore, replaceFlow, takeInChange } from './editor-store.ts'
import type { DraftBody } from './unsent-work.ts'

/** What the draft on the server holds, as far as this window knows. */
interface KnownDraft {
  /** The version on which it stands. */
  versionId: string
  /** Number of its last change. */
  sequence: number
  document: FlowDocument
}

/** The unsaved work of one editor as it is kept on the server: what changes is sent, never the document. */
export interface DraftLog {
  api: Pick<Client, 'appendDraft' | 'getDraft'>
  editor: EditorStore
  draft: KnownDraft | undefined
}

const TRIES = 3

/**
 * Sends what changed since the last time. What another window of the same person added meanwhile comes onto this
 * screen, where the two do not meet. With `isAsked` also when nothing changed: to learn of other windows.
 * Throws the refusal (409) when both changed the same.
 */
export async function appendToDraft(log: DraftLog, isAsked = false): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sendChange(log, isAsked)
      return
    } catch (error) {
      const isStale = isApiError(error) && error.code === 'stale_draft'
      if (!isStale || attempt === TRIES || !(await catchUp(log, error.body))) throw error
    }
  }
}

/** Makes the draft what is on this screen, whatever other windows added to it. */
export async function overwriteDraft(log: DraftLog): Promise<void> {
  await send(log, { isWhole: true })
}

async function sendChange(log: DraftLog, isAsked: boolean): Promise<void> {
  const { document, head, saved } = log.editor.getState()
  const { draft } = log
  const isWhole = draft !== undefined && draft.versionId !== head.versionId
  const from = draft === undefined || isWhole ? saved.document : draft.document
  if (!isAsked && !isWhole && isEmptyDiff(diffDocuments(from, document))) {
    if (draft) log.draft = { ...draft, document }
    return
  }
  await send(log, { isWhole, after: draft?.sequence ?? 0 })
}

interface ChangePlan {
  /** From the version on, not from what the draft holds. */
  isWhole: boolean
  /** Number of the last change that is known here. */
  after?: number
}

async function send(log: DraftLog, plan: ChangePlan): Promise<void> {
  const { document, head } = log.editor.getState()
  const { id, versionId } = head
  if (id === undefined || versionId === undefined) return
  const body = bodyOf(log, versionId, plan)
  const { sequence } = await log.api.appendDraft({ params: { id }, body })
  log.draft = { versionId, sequence, document }
}

function bodyOf(log: DraftLog, baseVersionId: string, { isWhole, after }: ChangePlan): DraftBody {
  const { document, viewport, saved } = log.editor.getState()
  const from = isWhole || log.draft === undefined ? saved.document : log.draft.document
  return {
    baseVersionId,
    diff: diffDocuments(from, document),
    viewport: viewport ?? null,
    ...(isWhole ? { isWhole } : {}),
    ...(after === undefined ? {} : { after }),
  }
}

/** All unsaved work as one change of the draft, to be sent at another time; undefined for a flow never saved. */
export function wholeDraft(log: DraftLog): DraftBody | undefined {
  const { versionId } = log.editor.getState().head
  if (versionId === undefined) return undefined
  return bodyOf(log, versionId, { isWhole: true, after: log.draft?.sequence ?? 0 })
}

/** Learns what another window did to the draft; false when both changed the same. */
async function catchUp(log: DraftLog, refusal: unknown): Promise<boolean> {
  const missed = readMissed(refusal)
  if (missed) {
    const { head, saved } = log.editor.getState()
    const { versionId = '' } = head
    const known = log.draft?.document ?? saved.document
    if (!takeInChange(log.editor, known, missed.diff)) return false
    log.draft = { versionId, sequence: missed.sequence, document: applyDiff(known, missed.diff) }
    return true
  }
  return readAnew(log)
}

/** The draft that this window knew is gone; another may stand in its place, be it on another version. */
async function readAnew(log: DraftLog): Promise<boolean> {
  const { head, saved } = log.editor.getState()
  const { id, versionId } = head
  if (id === undefined) return false
  const { draft } = await log.api.getDraft({ params: { id } })
  if (draft === null) {
    log.draft = undefined
    return true
  }
  if (draft.headVersionId !== versionId) return false
  const { diff, conflicts } = rebaseDiff(draft.diff, draft.savedSince)
  if (conflicts.length > 0 || !takeInChange(log.editor, saved.document, diff)) return false
  const { sequence, baseVersionId } = draft
  log.draft = { versionId: baseVersionId, sequence, document: applyDiff(saved.document, diff) }
  return true
}

function readMissed(refusal: unknown): { sequence: number; diff: FlowDiff } | undefined {
  const missed = isJsonObject(refusal) ? refusal.missed : undefined
  // The server's answer was made from the contract's own schema.
  return isJsonObject(missed) ? (missed as unknown as { sequence: number; diff: FlowDiff }) : undefined
}

/**
 * Goes on with unsaved work of before. Work that fell behind goes on where it began: the next save joins it with what
 * was saved since, or asks.
 */
export function resumeDraft(log: DraftLog, draft: FlowDraft): void {
  const { head, saved } = log.editor.getState()
  const isBehind = draft.baseVersionId !== head.versionId
  const base = applyDiff(saved.document, reverseDiff(draft.savedSince))
  const document = applyDiff(base, draft.diff)
  log.draft = { versionId: draft.baseVersionId, sequence: draft.sequence, document }
  replaceFlow(log.editor, {
    ...(isBehind ? { head: { ...head, versionId: draft.baseVersionId, revision: BEHIND } } : {}),
    document,
    saved: { ...saved, document: base },
    viewport: draft.viewport ?? undefined,
  })
}
