import { randomUUIDv7 } from 'node:crypto'
import { type Principal, workspaceOf } from '@runnel/access'
import {
  type HistoryNode,
  isoTime,
  type JsonObject,
  MOST_TESTS,
  RunnelError,
  type SearchVariant,
} from '@runnel/contract'
import { isUnderWay, type RetrievalTestRow } from '@runnel/db'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext, ServingContext } from '../context.ts'
import { listConsents } from '../credentials/credential-hosts.ts'
import { consentedHostsOf } from '../flows/consented-hosts.ts'
import { asNode, checkChosen } from '../store-work/chosen-component.ts'
import { describeStoreNodes } from '../store-work/describe-nodes.ts'
import { listSearchable, readerOf } from '../store-work/document-access.ts'
import { readStore } from '../store-work/read-store-rows.ts'
import type { StoredVariant } from '../store-work/run-retrieval-test.ts'
import { type LiveIndex, readLiveIndex } from '../store-work/stored-store.ts'
import { type AcceptedStoreWork, beginAnnounced } from './begin-store-work.ts'
import { fitInputs } from './query-store.ts'
import { readReadableFacts } from './readable-store.ts'
import { readQuestions } from './retrieval-questions.ts'
import { checkCredentials, refuseUnconsented } from './save-store.ts'

/** How many passages a vector store finds that does not say. */
const DEFAULT_K = 4
const MOST_K = 50

/** A run of test questions of a store. */
export interface TestPlace {
  storeId: string
  testId: string
}

/**
 * Begins to ask a store its test questions: as it is set, and as each variant says.
 * @throws RunnelError `not_found`, `invalid_input` naming the field, `conflict` while another one is under way
 */
export async function startRetrievalTest(
  context: ServingContext,
  principal: Principal,
  { storeId, variants = [] }: { storeId: string; variants?: SearchVariant[] | undefined },
): Promise<AcceptedStoreWork> {
  const found = await readReadableFacts(context, principal, storeId)
  const live = readLiveIndex(found.store)
  if (!live) throw new RunnelError('invalid_input', 'The store has no vectors yet. Upsert it first.')
  const questions = await readQuestions(context, principal, storeId)
  if (questions.length === 0)
    throw new RunnelError('invalid_input', 'The store has no test questions yet. Add one first.')
  const whole = [{}, ...variants].map((variant, at) => toStored(context, principal, { live, variant, at }))
  const consentedHosts = await consentTo(context, principal, { live, whole })
  const searchable = listSearchable(context.catalogue, { ...found, live }, readerOf(principal))
  const nodes = await describeMade(context, principal, { storeId, live })
  const runId = randomUUIDv7()
  await context.db.write(workspaceOf(principal), async ({ documentStores: { lock, tests } }) => {
    await lock(storeId)
    const before = await tests.list(storeId)
    if (before.some((row) => isUnderWay(row, context.now())))
      throw new RunnelError(
        'conflict',
        'The test questions of this store are being asked. Wait, or stop that.',
      )
    await tests.delete(before.slice(MOST_TESTS - 1).map(({ id }) => id))
    await tests.insert({
      id: runId,
      storeId,
      variants: JSON.stringify(whole),
      nodes: JSON.stringify(nodes),
      loaderIds: JSON.stringify([...new Set(searchable.map(({ loaderId }) => loaderId))]),
      consentedHosts: JSON.stringify(consentedHosts),
      questionIds: JSON.stringify(questions.map(({ id }) => id)),
    })
  })
  return beginAnnounced(context, principal, { runId, job: { storeId, loaderIds: [], test: runId } })
}

/** A variant with all that it leaves to the store. */
function toStored(
  { catalogue }: OperationContext,
  principal: Principal,
  { live, variant, at }: { live: LiveIndex; variant: SearchVariant; at: number },
): StoredVariant {
  const { name = '', k, inputs = {}, threshold, reranker } = variant
  const { name: type = '', config = {} } = live.vectorStore ?? {}
  // The first one is the store itself, which nobody sent.
  const path = `variants.${at - 1}`
  fitInputs({ catalogue }, principal, { type, inputs, path: `${path}.inputs` })
  if (reranker) checkChosen(catalogue, reranker, { capability: 'reranker', path: `${path}.reranker` })
  return { name, k: k ?? readK({ ...config, ...inputs }), inputs, threshold, reranker }
}

/** How many passages a vector store finds by its own settings. */
function readK({ topK }: JsonObject): number {
  const chosen = Math.floor(Number(topK === '' ? Number.NaN : topK))
  return Number.isFinite(chosen) ? Math.min(MOST_K, Math.max(1, chosen)) : DEFAULT_K
}

/** Where the credentials of a test may go: those of the store where it says, others where whoever begins it may send them. */
async function consentTo(
  context: OperationContext,
  principal: Principal,
  { live, whole }: { live: LiveIndex; whole: readonly StoredVariant[] },
): Promise<string[]> {
  const { catalogue } = context
  const rerankers = whole.flatMap(({ reranker }) => reranker ?? [])
  await checkCredentials(context, principal, rerankers)
  const choice = { capability: 'reranker', path: 'reranker' } as const
  const nodes = rerankers.map((chosen, at) => asNode(`reranker${at}`, checkChosen(catalogue, chosen, choice)))
  const document = { nodes, edges: [] }
  const consentedHosts = consentedHostsOf(document, { principal }, catalogue.find)
  refuseUnconsented(listConsents(document, catalogue.find), consentedHosts)
  return [...new Set([...live.consentedHosts, ...consentedHosts])]
}

/** With what the vectors were made that answer now: as the history has it, else as the store is set. */
async function describeMade(
  context: OperationContext,
  principal: Principal,
  { storeId, live }: { storeId: string; live: LiveIndex },
): Promise<HistoryNode[]> {
  const workspaceId = workspaceOf(principal)
  const [made] = await context.db.read(workspaceId).documentStores.findHistory([live.runId])
  if (made) return JSON.parse(made.nodes) as HistoryNode[]
  const { store, loaders } = await readStore(context, workspaceId, storeId)
  return describeStoreNodes(context.catalogue, store, loaders)
}

/** Stops a run; what is done of it stays. @throws RunnelError `not_found` */
export async function stopRetrievalTest(
  context: ServingContext,
  principal: Principal,
  { storeId, testId }: TestPlace,
): Promise<{ stopped: number }> {
  const workspaceId = workspaceOf(principal)
  const { documentStores } = context.db.read(workspaceId)
  const row = await documentStores.tests.get(storeId, testId)
  const now = context.now()
  if (!isUnderWay(row, now)) return { stopped: 0 }
  const { name } = await documentStores.get(storeId)
  const stopped = await context.db.write(workspaceId, async ({ runs, audit }) => {
    const asked = await runs.stop([testId], now)
    const entry = describe(principal, 'retrieval-test.stopped', { row, name })
    if (asked.length > 0) await audit.append(entry)
    return asked
  })
  context.worker.stop(stopped)
  return { stopped: stopped.length }
}

/** Deletes a run of test questions. @throws RunnelError `not_found`, `conflict` while it is under way */
export async function deleteRetrievalTest(
  context: OperationContext,
  principal: Principal,
  { storeId, testId }: TestPlace,
): Promise<{ deleted: number }> {
  const workspaceId = workspaceOf(principal)
  const { documentStores } = context.db.read(workspaceId)
  const row = await documentStores.tests.get(storeId, testId)
  if (isUnderWay(row, context.now()))
    throw new RunnelError('conflict', 'These questions are being asked. Stop that first.')
  const { name } = await documentStores.get(storeId)
  const deleted = await context.db.write(workspaceId, async ({ documentStores: { tests }, audit }) => {
    const gone = await tests.delete([testId])
    const entry = describe(principal, 'retrieval-test.deleted', { row, name })
    if (gone > 0) await audit.append(entry)
    return gone
  })
  return { deleted }
}

/** A run of test questions as the audit log tells of it: by the store that was asked. */
function describe(
  principal: Principal,
  action: 'retrieval-test.deleted' | 'retrieval-test.stopped',
  { row, name }: { row: RetrievalTestRow; name: string },
) {
  const before = {
    date: isoTime(row.createdAt),
    questions: (JSON.parse(row.questionIds) as string[]).length,
  }
  return auditEntry(principal, { action, subject: { kind: 'retrieval-test', id: row.id, name }, before })
}
