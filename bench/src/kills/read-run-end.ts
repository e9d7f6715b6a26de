import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, type Client } from '@runnel/client'

const LOOK_EVERY_MS = 200
const NOT_FOUND = 404

/** How a run ended, as its record says. */
export type RunEnd =
  | { state: 'lost' | 'stuck' }
  | { state: 'wrong'; reason: string }
  | { state: 'finished'; data: string }

/** Waits for the end of an accepted run. Without a record it is lost, without an end by then stuck. */
export async function readRunEnd(client: Client, id: string, giveUpAt: number): Promise<RunEnd> {
  while (Date.now() <= giveUpAt) {
    const end = await look(client, id)
    if (end !== undefined) return end
    await sleep(LOOK_EVERY_MS)
  }
  return { state: 'stuck' }
}

/** Undefined while the run has no end, or nobody answers. */
async function look(client: Client, id: string): Promise<RunEnd | undefined> {
  try {
    const { state, executionData, error } = await client.getExecution({ params: { id } })
    if (state === 'INPROGRESS') return undefined
    if (state === 'FINISHED') return { state: 'finished', data: executionData ?? '' }
    return { state: 'wrong', reason: `${state}: ${error ?? ''}` }
  } catch (error) {
    return error instanceof ApiError && error.status === NOT_FOUND ? { state: 'lost' } : undefined
  }
}
