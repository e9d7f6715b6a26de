import { choiceField, countField, onlyChosen, textField } from './address-fields.ts'

/** How many rows a page of a list may show. */
export const PAGE_SIZES = [12, 24, 48, 100] as const
export const DEFAULT_PAGE_SIZE = 12

/** Fields of the address that every list has: search text, page (from 1) and rows per page. */
export function readListAddress(search: Record<string, unknown>) {
  const size = countField(search, 'size')
  return onlyChosen({
    q: textField(search, 'q'),
    page: countField(search, 'page'),
    size: PAGE_SIZES.find((each) => each === size),
  })
}

/** The address of a list of flows. */
export function readFlowListAddress(search: Record<string, unknown>) {
  return {
    ...readListAddress(search),
    ...onlyChosen({
      sort: choiceField(search, 'sort', ['updatedDate', 'createdDate', 'name']),
      direction: choiceField(search, 'direction', ['asc', 'desc']),
      view: choiceField(search, 'view', ['cards', 'table']),
    }),
  }
}
export type FlowListAddress = ReturnType<typeof readFlowListAddress>

/** States of a run, as the list of runs filters by them. */
export const EXECUTION_STATES = [
  'INPROGRESS',
  'FINISHED',
  'ERROR',
  'STOPPED',
  'TERMINATED',
  'TIMEOUT',
] as const

/** The address of the list of runs: `q` is part of the flow's name, `kind` all shows runs of every kind of flow. */
export function readExecutionListAddress(search: Record<string, unknown>) {
  return {
    ...readListAddress(search),
    ...onlyChosen({
      state: choiceField(search, 'state', EXECUTION_STATES),
      session: textField(search, 'session'),
      flow: textField(search, 'flow'),
      kind: choiceField(search, 'kind', ['all']),
    }),
  }
}
export type ExecutionListAddress = ReturnType<typeof readExecutionListAddress>
