import { type Principal, workspaceOf } from '@runnel/access'
import type { DocumentStore } from '@runnel/contract'
import type { PageQuery } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { listUsage, type UsageWish } from '../list-usage.ts'
import { presentStore } from './present-store.ts'
import { asReadable, readReadableStore } from './readable-store.ts'

/** One document store with the flows that use it. @throws RunnelError `not_found` */
export async function getDocumentStore(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<DocumentStore> {
  const found = await readReadableStore(context, principal, id)
  const usageOf = await listUsage(context, principal, { view: 'full', kind: 'documentStore', targets: [id] })
  const whereUsed = usageOf(id).usedBy?.flows.map(({ id: flowId, name }) => ({ id: flowId, name })) ?? []
  return presentStore(found, { whereUsed, now: context.now() })
}

/** Lists document stores; newest change first unless asked otherwise. */
export async function listDocumentStores(
  context: OperationContext,
  principal: Principal,
  query: PageQuery & Pick<UsageWish, 'usage'>,
): Promise<{ rows: DocumentStore[]; total: number }> {
  const { documentStores } = context.db.read(workspaceOf(principal))
  const { rows, total } = await documentStores.list({ limit: 200, ...query })
  const targets = rows.map(({ id }) => id)
  const [loaders, usageOf] = await Promise.all([
    documentStores.listLoaders(targets),
    listUsage(context, principal, { view: 'full', kind: 'documentStore', targets }),
  ])
  const loadersOf = Map.groupBy(loaders, ({ storeId }) => storeId)
  const now = context.now()
  const stores = rows.map((store) => {
    const whereUsed = usageOf(store.id).usedBy?.flows.map(({ id }) => id) ?? []
    const found = asReadable({ store, loaders: loadersOf.get(store.id) ?? [] }, principal)
    return presentStore(found, { whereUsed, now })
  })
  return { rows: stores, total }
}
