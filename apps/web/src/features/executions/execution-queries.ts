import type { Execution } from '@runnel/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { DEFAULT_PAGE_SIZE, type ExecutionListAddress } from '../../app/list-address.ts'
import { queryClient } from '../../app/query-client.ts'

const EXECUTIONS = 'executions'
const REFRESH_MS = 3_000

/** One page of the list of runs, read anew every few seconds while one of them is going on. */
export function executionListQuery(address: ExecutionListAddress) {
  const query = {
    page: address.page ?? 1,
    limit: address.size ?? DEFAULT_PAGE_SIZE,
    agentflowName: address.q,
    agentflowId: address.flow,
    state: address.state,
    sessionId: address.session,
    kind: address.kind,
  }
  return queryOptions({
    queryKey: [EXECUTIONS, 'list', query],
    queryFn: ({ signal }) => api.listExecutions({ query: { ...query, view: 'summary' } }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.data.some((run) => run.state === 'INPROGRESS') ? REFRESH_MS : false,
  })
}

/** One run, read anew while it is going on. */
export function executionQuery(id: string) {
  return queryOptions({
    queryKey: [EXECUTIONS, 'one', id],
    queryFn: ({ signal }) => api.getExecution({ params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'INPROGRESS' ? REFRESH_MS : false),
  })
}

/** The steps of a run, read anew while it is going on, and once more when its state has changed. */
export function executionStepsQuery(id: string, state: Execution['state']) {
  return queryOptions({
    queryKey: [EXECUTIONS, 'steps', id, state],
    queryFn: ({ signal }) => api.listExecutionSteps({ params: { id } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: state === 'INPROGRESS' ? REFRESH_MS : false,
  })
}

/** Runs are read anew: some were deleted. */
export function refreshExecutions(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [EXECUTIONS, 'list'] })
}
