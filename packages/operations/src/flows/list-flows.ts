import { type Principal, workspaceOf } from '@runnel/access'
import { type Chatflow, type FlowType, flowTypeSchema } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { authorizeFlow, mayOnFlows } from '../flow-rights.ts'
import { mapInSlices } from '../map-in-slices.ts'
import { presentFlowData, presentFlowSummary, shownTo } from './present-flow.ts'
import { readStoredDocument } from './stored-document.ts'

/** What a list of flows is asked for. */
export interface ListFlows {
  type?: string | undefined
  view?: 'summary' | 'full' | undefined
  page?: number | undefined
  limit?: number | undefined
  search?: string | undefined
  sort?: 'updatedDate' | 'createdDate' | 'name' | undefined
  direction?: 'asc' | 'desc' | undefined
  /** Those that ask for this key; unless `alone`, also those that ask for none. */
  key?: { id: string; alone: boolean } | undefined
}

/** Kinds that a list asks for: one, or several separated by commas; an unknown or absent kind asks for all. */
function wantedTypes(text: string | undefined): FlowType[] {
  const named = (text ?? '').split(',').flatMap((name) => {
    const type = flowTypeSchema.safeParse(name.trim())
    return type.success ? [type.data] : []
  })
  return named.length > 0 ? named : flowTypeSchema.options
}

/** Of the wanted kinds those that the caller may see; none at all is forbidden. */
function readableTypes(principal: Principal, text: string | undefined): FlowType[] {
  const wanted = wantedTypes(text)
  const readable = wanted.filter((type) => mayOnFlows(principal, type, 'view'))
  const [first] = wanted
  if (readable.length === 0 && first) authorizeFlow(principal, first, 'view')
  return readable
}

/** Lists flows with their documents, newest first unless asked otherwise; at most 200. */
export async function listFlows(
  context: OperationContext,
  principal: Principal,
  query: ListFlows,
): Promise<{ rows: Chatflow[]; total: number }> {
  const type = readableTypes(principal, query.type)
  const reader = context.db.read(workspaceOf(principal))
  const { rows, total } = await reader.flows.list({
    type,
    ...(query.search ? { search: query.search } : {}),
    key: query.key,
    page: query.page ?? 1,
    limit: query.limit ?? 200,
    sort: query.sort ?? 'updatedDate',
    direction: query.direction ?? (query.sort === 'name' ? 'asc' : 'desc'),
  })
  if (query.view === 'summary') {
    return {
      rows: rows.map((flow) => shownTo(principal, presentFlowSummary(flow, context.catalogue))),
      total,
    }
  }
  const documents = await reader.flows.findDocuments(rows.map((flow) => flow.headVersionId))
  const present = (flow: FlowRow): Chatflow[] => {
    const text = documents.get(flow.headVersionId)
    return text === undefined
      ? []
      : [
          shownTo(
            principal,
            presentFlowData(flow, readStoredDocument(text, context.catalogue), context.catalogue),
          ),
        ]
  }
  return { rows: (await mapInSlices(rows, present)).flat(), total }
}
