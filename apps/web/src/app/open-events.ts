import type { Client, ReadRunEventsOptions } from '@runnel/client'
import { formatEventPosition } from '@runnel/contract'

/** Opens the log of a run behind any of its events. */
export function openEvents(
  api: Pick<Client, 'openStream'>,
  runId: string,
  signal: AbortSignal,
): ReadRunEventsOptions['open'] {
  return (after) =>
    api.openStream(
      'readRunEvents',
      { params: { id: runId } },
      { signal, headers: after ? { 'last-event-id': formatEventPosition(after) } : {} },
    )
}
