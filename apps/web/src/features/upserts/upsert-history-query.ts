import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { queryClient } from '../../app/query-client.ts'
import { timeOfDay } from '../../ui/list/time-of-day.ts'

const HISTORY = 'upsert-history'

/** Whose history, and of which days, both counted in. */
interface WantedHistory {
  /** A flow, or a document store. */
  ownerId: string
  /** How the owner stands: the history is read anew when that changes. */
  version?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** What was taken into the vectors of a flow or a document store, newest first. */
export function upsertHistoryQuery({ ownerId, version = '', from, to }: WantedHistory) {
  const query = {
    order: 'DESC' as const,
    startDate: timeOfDay(from, 'begin'),
    endDate: timeOfDay(to, 'end'),
  }
  return queryOptions({
    queryKey: [HISTORY, ownerId, version, from, to],
    queryFn: ({ signal }) => api.listUpsertHistory({ params: { id: ownerId }, query }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

/** All histories are read anew: something was taken in, or an entry was deleted. */
export function refreshUpsertHistory(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [HISTORY] })
}
