import type { FlowDiff, FlowDocument } from '@runnel/contract'
import { applyDiff, reverseDiff, squashDiffs } from './apply-diff.ts'
import { findConflicts } from './find-conflicts.ts'
import { isEmptyDiff } from './flow-diff.ts'

interface Entry {
  readonly diff: FlowDiff
  readonly mark: string | undefined
  readonly before: Entry | undefined
}

/** Undo and redo as two linked lists of changes; never changed in place, so that it can live in any store. */
export interface History {
  readonly past: Entry | undefined
  readonly future: Entry | undefined
}

/** A history with nothing to undo. */
export function createHistory(): History {
  return { past: undefined, future: undefined }
}

/** A change that was just made. */
export interface RecordedChange {
  /** The document as it was before the change. */
  document: FlowDocument
  diff: FlowDiff
  /** Changes in a row with one mark are undone as one: the letters typed into one field, the steps of one drag. */
  mark?: string
}

/** Adds a change; what could be done again is forgotten. An empty change is left out. */
export function recordChange(history: History, { document, diff, mark }: RecordedChange): History {
  if (isEmptyDiff(diff)) return history
  const { past } = history
  if (mark === undefined || past?.mark !== mark || history.future) {
    return { past: { diff, mark, before: past }, future: undefined }
  }
  const start = applyDiff(document, reverseDiff(past.diff))
  const squashed = squashDiffs(start, [past.diff, diff])
  if (isEmptyDiff(squashed)) return { past: past.before, future: undefined }
  return { past: { diff: squashed, mark, before: past.before }, future: undefined }
}

/** A step back or forth: the history after it, and the change to apply to the document. */
export interface HistoryStep {
  history: History
  diff: FlowDiff
}

/** Takes the last change back; undefined when there is none. */
export function findUndo({ past, future }: History): HistoryStep | undefined {
  if (!past) return undefined
  return {
    history: { past: past.before, future: { ...past, before: future } },
    diff: reverseDiff(past.diff),
  }
}

/** Makes the change that was taken back last again; undefined when there is none. */
export function findRedo({ past, future }: History): HistoryStep | undefined {
  if (!future) return undefined
  return {
    history: { past: { ...future, before: past }, future: future.before },
    diff: future.diff,
  }
}

/**
 * The history of a document to which `theirs` came from outside: what collides with it can neither be undone nor
 * done again, nor what was done before that.
 */
export function rebaseHistory({ past, future }: History, theirs: FlowDiff): History {
  const isFree = ({ diff }: Entry) => findConflicts(diff, theirs).length === 0
  return { past: takeWhile(past, isFree), future: takeWhile(future, isFree) }
}

function takeWhile(first: Entry | undefined, isKept: (entry: Entry) => boolean): Entry | undefined {
  const kept: Entry[] = []
  for (let entry = first; entry && isKept(entry); entry = entry.before) kept.push(entry)
  return kept.reduceRight<Entry | undefined>((before, entry) => ({ ...entry, before }), undefined)
}
