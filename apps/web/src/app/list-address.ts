import { choiceField, countField, onlyChosen, textField } from './address-fields.ts'

/** How many rows a page of a list may show. */
export const PAGE_SIZES = [12, 24, 48, 100] as const
export const DEFAULT_PAGE_SIZE = 12

/** Puts fields into the address; undefined takes one out. */
export type ChangeAddress<Address> = (change: { [K in keyof Address]?: Address[K] | undefined }) => void

/** Fields of the address that every list has: search text, page (from 1) and rows per page. */
export function readListAddress(search: Record<string, unknown>) {
  const size = countField(search, 'size')
  return onlyChosen({
    q: textField(search, 'q'),
    page: countField(search, 'page'),
    size: PAGE_SIZES.find((each) => each === size),
  })
}
export type ListAddress = ReturnType<typeof readListAddress>

/** The address of a list of named things, whose order can be chosen. */
export function readOrderedListAddress(search: Record<string, unknown>) {
  return {
    ...readListAddress(search),
    ...onlyChosen({
      sort: choiceField(search, 'sort', ['updatedDate', 'createdDate', 'name']),
      direction: choiceField(search, 'direction', ['asc', 'desc']),
    }),
  }
}
export type OrderedListAddress = ReturnType<typeof readOrderedListAddress>

/** What the server is asked for a list at an address: search, page and order. */
export function listQueryOf({ q, page = 1, size = DEFAULT_PAGE_SIZE, sort, direction }: OrderedListAddress) {
  return { search: q, page, limit: size, sort, direction }
}

/** The address of a list of flows. */
export function readFlowListAddress(search: Record<string, unknown>) {
  return {
    ...readOrderedListAddress(search),
    ...onlyChosen({ view: choiceField(search, 'view', ['cards', 'table']) }),
  }
}
export type FlowListAddress = ReturnType<typeof readFlowListAddress>

/** The address of a list of things that flows use. */
export function readUsedListAddress(search: Record<string, unknown>) {
  return {
    ...readOrderedListAddress(search),
    ...onlyChosen({ usage: choiceField(search, 'usage', ['used', 'unused']) }),
  }
}
export type UsedListAddress = ReturnType<typeof readUsedListAddress>

/** The address of the tools of a workspace: its custom tools, or its MCP servers. */
export function readToolsAddress(search: Record<string, unknown>) {
  return { ...readUsedListAddress(search), ...onlyChosen({ tab: choiceField(search, 'tab', ['servers']) }) }
}

/** The address of the chunks of a document store; `q` is text that they hold, `chunk` the id of one that is pointed at. */
export function readChunkListAddress(search: Record<string, unknown>) {
  return onlyChosen({
    q: textField(search, 'q'),
    page: countField(search, 'page'),
    chunk: textField(search, 'chunk'),
  })
}
export type ChunkListAddress = ReturnType<typeof readChunkListAddress>

/** The address of the page that asks a document store: its questions, or those with which it is tested. */
export function readStoreQueryAddress(search: Record<string, unknown>) {
  return onlyChosen({ tab: choiceField(search, 'tab', ['tests']) })
}

/** The address of the list of variables. */
export function readVariableListAddress(search: Record<string, unknown>) {
  return {
    ...readUsedListAddress(search),
    ...onlyChosen({ type: choiceField(search, 'type', ['static', 'runtime', 'secret']) }),
  }
}
export type VariableListAddress = ReturnType<typeof readVariableListAddress>

/** The address of the list of credentials; `type` is the name of a type of credential. */
export function readCredentialListAddress(search: Record<string, unknown>) {
  return { ...readUsedListAddress(search), ...onlyChosen({ type: textField(search, 'type') }) }
}
export type CredentialListAddress = ReturnType<typeof readCredentialListAddress>

/** The address of the marketplace: `kind` and `usecase` are filters; the list is short and has no pages. */
export function readMarketplaceAddress(search: Record<string, unknown>) {
  return onlyChosen({
    q: textField(search, 'q'),
    kind: choiceField(search, 'kind', ['agentflows', 'chatflows']),
    usecase: textField(search, 'usecase'),
    tab: choiceField(search, 'tab', ['own']),
  })
}
export type MarketplaceAddress = ReturnType<typeof readMarketplaceAddress>

/** The address of a list of people; without a wish those who came last stand first. */
export function readPeopleAddress(search: Record<string, unknown>) {
  return {
    ...readListAddress(search),
    ...onlyChosen({
      sort: choiceField(search, 'sort', ['name', 'email', 'lastLogin']),
      direction: choiceField(search, 'direction', ['asc', 'desc']),
      status: choiceField(search, 'status', ['active', 'invited', 'disable']),
    }),
  }
}
export type PeopleAddress = ReturnType<typeof readPeopleAddress>

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

/** A day as the address and the browser's own field write it. */
const dayField = (search: Record<string, unknown>, name: string) => {
  const text = textField(search, name)
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined
}

/** The address of a log: days from and to. */
function readLogAddress(search: Record<string, unknown>) {
  return {
    ...readListAddress(search),
    ...onlyChosen({ from: dayField(search, 'from'), to: dayField(search, 'to') }),
  }
}
export type LogAddress = ReturnType<typeof readLogAddress>

/** The address of the list of sign-ins: a kind of activity by its number. */
export function readLoginActivityAddress(search: Record<string, unknown>) {
  return { ...readLogAddress(search), ...onlyChosen({ code: textField(search, 'code') }) }
}
export type LoginActivityAddress = ReturnType<typeof readLoginActivityAddress>

/** The address of the audit log. */
export function readAuditLogAddress(search: Record<string, unknown>) {
  return {
    ...readLogAddress(search),
    ...onlyChosen({
      act: textField(search, 'act'),
      outcome: choiceField(search, 'outcome', ['done', 'refused']),
    }),
  }
}
export type AuditLogAddress = ReturnType<typeof readAuditLogAddress>

/** What the way back from a provider tells the account page: that it is linked, or the code of why not. */
export const readLinkAddress = (search: Record<string, unknown>) =>
  onlyChosen({
    linked: search.linked === true || search.linked === 'true' ? true : undefined,
    error: textField(search, 'error'),
  })
