import { randomUUID } from 'node:crypto'

/** Name of one question of a run: the attempt of the waiting step and a random part, so that it is asked only once. */
export function createWaitId(attempt: number): string {
  return `${attempt}.${randomUUID()}`
}

/** The attempt that a question belongs to. */
export function attemptOfWaitId(waitId: string): number {
  return Number.parseInt(waitId, 10)
}
