import { can, type Principal, workspaceOf } from '@runnel/access'
import { type Deletion, type HistoryNode, isoTime, RunnelError, type UpsertHistory } from '@runnel/contract'
import type { UpsertHistoryRow } from '@runnel/db'
import { isVectorStore } from '@runnel/graph'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { mayOnFlows } from '../flow-rights.ts'
import { flowNotFound } from '../flows/find-flow-anywhere.ts'
import { createLoaderCheck, readerOf } from '../store-work/document-access.ts'
import { readStore } from '../store-work/read-store-rows.ts'

/** Which entries of which flow or document store. */
export interface HistoryQuery {
  id: string
  order?: 'ASC' | 'DESC' | undefined
  startDate?: string | undefined
  endDate?: string | undefined
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** What was taken into the stores of a flow, or a document store, that the caller may see. @throws RunnelError `not_found` */
export async function listUpsertHistory(
  context: OperationContext,
  principal: Principal,
  { id, order = 'DESC', startDate, endDate }: HistoryQuery,
): Promise<UpsertHistory[]> {
  const owner = await findOwner(context, principal, id)
  const { documentStores } = context.db.read(workspaceOf(principal))
  const isWholeDay = endDate !== undefined && !endDate.includes('T')
  const rows = await documentStores.listHistory({
    ...owner,
    direction: 'desc',
    from: startDate === undefined ? undefined : Date.parse(startDate),
    to: endDate === undefined ? undefined : Date.parse(endDate) + (isWholeDay ? DAY_MS - 1 : 0),
  })
  const isShown = await shownTo(context, principal, owner)
  const read = rows.map((row) => ({ row, nodes: nodesOf(row, isShown), store: findStore(context, row) }))
  const entries = read.map((entry, index) => {
    const before = read.slice(index + 1).find(({ store }) => store?.id === entry.store?.id)
    return present(entry, before, isShown)
  })
  return order === 'ASC' ? entries.toReversed() : entries
}

/** The flow or store that is meant, where the caller may see it. */
async function findOwner(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<{ flowId: string } | { storeId: string }> {
  const reader = context.db.read(workspaceOf(principal))
  const flow = await reader.flows.find(id)
  if (flow && mayOnFlows(principal, flow.type, 'view')) return { flowId: id }
  const store = flow ? undefined : await reader.documentStores.find(id)
  if (store && can(principal, 'documentStores:view')) return { storeId: id }
  throw flowNotFound(id)
}

/** Whether what stands in the history of a loader may be told. */
async function shownTo(
  context: OperationContext,
  principal: Principal,
  owner: { flowId: string } | { storeId: string },
): Promise<(loaderId: string) => boolean> {
  if (!('storeId' in owner)) return () => true
  const found = await readStore(context, workspaceOf(principal), owner.storeId)
  return createLoaderCheck(found, readerOf(principal))
}

const nodesOf = ({ nodes }: UpsertHistoryRow, isShown: (loaderId: string) => boolean) =>
  (JSON.parse(nodes) as HistoryNode[]).filter(({ id }) => isShown(id))

/** Which store of a flow an entry is about: a flow may have several, each with a history of its own. */
function findStore({ catalogue }: OperationContext, row: UpsertHistoryRow): HistoryNode | undefined {
  if (row.flowId === null) return undefined
  return (JSON.parse(row.nodes) as HistoryNode[]).find(({ name }) => {
    const definition = catalogue.find(name)
    return definition !== undefined && isVectorStore(definition)
  })
}

interface ReadEntry {
  row: UpsertHistoryRow
  nodes: HistoryNode[]
  store: HistoryNode | undefined
}

function present(
  { row, nodes, store }: ReadEntry,
  before: ReadEntry | undefined,
  isShown: (loaderId: string) => boolean,
): UpsertHistory {
  const { refreshed, ...counts } = JSON.parse(row.result) as UpsertHistory['result']
  const told = refreshed?.filter(({ loaderId }) => isShown(loaderId)) ?? []
  return {
    id: row.id,
    chatflowid: row.flowId ?? row.storeId ?? '',
    ...(store && { storeLabel: store.label }),
    result: { ...counts, ...(told.length > 0 && { refreshed: told }) },
    flowData: nodes,
    date: isoTime(row.createdAt),
    changed: before ? listChanges(before.nodes, nodes) : [],
  }
}

/** What was used otherwise than the time before, as `<node>: <param>`; of a node that came or went its name. */
export function listChanges(before: readonly HistoryNode[], after: readonly HistoryNode[]): string[] {
  const keyOf = ({ id, name }: HistoryNode) => `${id} ${name}`
  const known = new Map(before.map((node) => [keyOf(node), node]))
  const now = new Set(after.map(keyOf))
  const gone = before.filter((node) => !now.has(keyOf(node))).map(({ label }) => label)
  const changed = after.flatMap((node) => {
    const old = known.get(keyOf(node))
    if (!old) return [node.label]
    const values = new Map(old.paramValues.map(({ name, value }) => [name, JSON.stringify(value)]))
    const params = new Map(node.paramValues.map(({ name, label }) => [name, label]))
    const names = [...new Set([...values.keys(), ...params.keys()])].filter((name) => {
      const own = node.paramValues.find((param) => param.name === name)
      return (own && JSON.stringify(own.value)) !== values.get(name)
    })
    return names.map((name) => {
      const label = params.get(name) ?? old.paramValues.find((param) => param.name === name)?.label ?? name
      return `${node.label}: ${label}`
    })
  })
  return [...gone, ...changed]
}

/** Deletes entries. @throws RunnelError `not_found` where one is not there, or not for the caller: then none goes */
export async function deleteUpsertHistory(
  context: OperationContext,
  principal: Principal,
  ids: readonly string[],
): Promise<Deletion> {
  const workspaceId = workspaceOf(principal)
  const wanted = [...new Set(ids)]
  const rows = await context.db.read(workspaceId).documentStores.findHistory(wanted)
  const missing = wanted.find((id) => !rows.some((row) => row.id === id))
  if (missing !== undefined) throw new RunnelError('not_found', `Upsert history ${missing} not found`)
  for (const row of rows) await checkMayDelete(context, principal, row)
  const owner = await nameOwner(context, principal, rows)
  const affected = await context.db.write(workspaceId, async ({ documentStores, audit }) => {
    const deleted = await documentStores.deleteHistory(wanted)
    const before = { entries: rows.map(({ id, createdAt }) => ({ id, date: isoTime(createdAt) })) }
    const act = { action: 'upsert-history.deleted', subject: owner, before } as const
    if (deleted > 0) await audit.append(auditEntry(principal, act))
    return deleted
  })
  return { raw: [], affected }
}

/** The flow or store of entries as the audit log names it; of several nothing but the kind. */
async function nameOwner(context: OperationContext, principal: Principal, rows: readonly UpsertHistoryRow[]) {
  const [{ flowId = null, storeId = null } = {}] = rows
  const isOne = rows.every((row) => row.flowId === flowId && row.storeId === storeId)
  const reader = context.db.read(workspaceOf(principal))
  if (isOne && flowId !== null) {
    const flow = await reader.flows.find(flowId)
    return { kind: 'flow', id: flowId, name: flow?.name ?? null }
  }
  if (!isOne || storeId === null) return { kind: 'upsert-history', id: null, name: null }
  const store = await reader.documentStores.find(storeId)
  return { kind: 'document-store', id: storeId, name: store?.name ?? null }
}

async function checkMayDelete(
  context: OperationContext,
  principal: Principal,
  { id, flowId }: UpsertHistoryRow,
): Promise<void> {
  const flow = flowId === null ? undefined : await context.db.read(workspaceOf(principal)).flows.find(flowId)
  const may = flow
    ? mayOnFlows(principal, flow.type, 'update')
    : can(principal, 'documentStores:upsert-config')
  if (!may) throw new RunnelError('not_found', `Upsert history ${id} not found`)
}
