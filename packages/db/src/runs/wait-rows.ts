import { hash } from 'node:crypto'
import type { JsonObject } from '@runnel/contract'
import type { Insertable, Selectable } from 'kysely'
import type { RunWaitTable } from './run-tables.ts'

/** One question of a run as it is read; JSON columns are text. */
export type WaitRow = Selectable<RunWaitTable>

/**
 * A question that a run waits for. A path that was answered and asks again gives a higher attempt: the same path and
 * attempt is the same question.
 */
export interface NewWait {
  path: string
  /** 1 unless given. */
  attempt?: number | undefined
  nodeId: string
  /** What people are shown. */
  action: JsonObject
  /** Milliseconds since 1970. */
  deadlineAt?: number | undefined
  outcomeAtDeadline?: string | undefined
}

/**
 * The id of a question, known wherever it is asked: a UUID (version 8) made of what names it in all the world.
 */
export function waitIdOf({
  runId,
  path,
  attempt = 1,
}: {
  runId: string
  path: string
  attempt?: number | undefined
}): string {
  const digits = hash('sha256', JSON.stringify([runId, path, attempt])).slice(0, 32)
  const uuid = `${digits.slice(0, 12)}8${digits.slice(13, 16)}a${digits.slice(17)}`
  return uuid.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

type AskedColumns = Omit<
  Insertable<RunWaitTable>,
  'workspaceId' | 'runId' | 'answer' | 'answeredAt' | 'answeredBy'
>

/** The rows of the questions that a run asks at that time; the last one is the latest. */
export function toWaitRows(
  waits: readonly NewWait[],
  { runId, now }: { runId: string; now: number },
): AskedColumns[] {
  return waits.map((wait, n) => ({
    id: waitIdOf({ runId, ...wait }),
    path: wait.path,
    attempt: wait.attempt ?? 1,
    n,
    nodeId: wait.nodeId,
    action: JSON.stringify(wait.action),
    createdAt: now,
    deadlineAt: wait.deadlineAt ?? null,
    outcomeAtDeadline: wait.outcomeAtDeadline ?? null,
    status: 'waiting',
  }))
}
