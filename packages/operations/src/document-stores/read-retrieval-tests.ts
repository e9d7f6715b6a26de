import { type Principal, workspaceOf } from '@runnel/access'
import {
  type HistoryNode,
  isoTime,
  type QuestionResult,
  type RetrievalTest,
  type RetrievalTestWithQuestions,
  type SearchFigures,
} from '@runnel/contract'
import { isUnderWay, type RetrievalResultRow, type RetrievalTestRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { createLoaderCheck, readerOf } from '../store-work/document-access.ts'
import { readStore } from '../store-work/read-store-rows.ts'
import { measureSearch } from '../store-work/retrieval-figures.ts'
import { readQuestionIds, readVariants } from '../store-work/run-retrieval-test.ts'
import { createQuestionCheck } from './retrieval-questions.ts'
import type { TestPlace } from './retrieval-tests.ts'
import { listChanges } from './upsert-history.ts'

/** What somebody may see of the runs of a store. */
interface Shown {
  mayReadLoader(loaderId: string): boolean
  mayReadQuestion(loaderIds: readonly string[]): boolean
}

async function shownTo(
  context: Pick<OperationContext, 'db'>,
  principal: Principal,
  storeId: string,
): Promise<Shown> {
  const found = await readStore(context, workspaceOf(principal), storeId)
  return {
    mayReadLoader: createLoaderCheck(found, readerOf(principal)),
    mayReadQuestion: createQuestionCheck(found, principal),
  }
}

/** The last runs of the test questions of a store, newest first. @throws RunnelError `not_found` */
export async function listRetrievalTests(
  context: OperationContext,
  principal: Principal,
  storeId: string,
): Promise<RetrievalTest[]> {
  const shown = await shownTo(context, principal, storeId)
  const { tests } = context.db.read(workspaceOf(principal)).documentStores
  const rows = await tests.list(storeId)
  const results = groupByTest(await tests.listResults(rows.map(({ id }) => id)))
  return rows.map((row, at) => present(context, { row, before: rows[at + 1], results, shown }))
}

/** A run of test questions, question by question. @throws RunnelError `not_found` */
export async function getRetrievalTest(
  context: OperationContext,
  principal: Principal,
  { storeId, testId }: TestPlace,
): Promise<RetrievalTestWithQuestions> {
  const shown = await shownTo(context, principal, storeId)
  const { tests } = context.db.read(workspaceOf(principal)).documentStores
  const row = await tests.get(storeId, testId)
  const rows = await tests.list(storeId)
  const before = rows[rows.findIndex(({ id }) => id === testId) + 1]
  const results = groupByTest(await tests.listResults([testId, ...(before ? [before.id] : [])]))
  return {
    ...present(context, { row, before, results, shown }),
    questions: listReadable(results.get(testId), shown),
  }
}

type ResultsOfTests = ReadonlyMap<string, readonly RetrievalResultRow[]>

const groupByTest = (rows: readonly RetrievalResultRow[]): ResultsOfTests =>
  Map.groupBy(rows, ({ testId }) => testId)

/** What came of a question, whose passages may be read. */
type Answered = RetrievalTestWithQuestions['questions'][number]

function listReadable(results: readonly RetrievalResultRow[] = [], { mayReadQuestion }: Shown): Answered[] {
  return results
    .filter(({ loaderIds }) => mayReadQuestion(JSON.parse(loaderIds) as string[]))
    .map(({ questionId, question, results: each }) => ({
      questionId,
      question,
      results: JSON.parse(each) as QuestionResult[],
    }))
}

interface Presented {
  row: RetrievalTestRow
  before: RetrievalTestRow | undefined
  results: ResultsOfTests
  shown: Shown
}

/** A run on the wire. Its figures are made of the questions that may be seen, so that they tell nothing of the others. */
function present(
  { catalogue, now }: Pick<OperationContext, 'catalogue' | 'now'>,
  { row, before, results, shown }: Presented,
): RetrievalTest {
  const all = results.get(row.id)?.length ?? 0
  const answered = listReadable(results.get(row.id), shown)
  const nodesOf = ({ nodes }: RetrievalTestRow) =>
    (JSON.parse(nodes) as HistoryNode[]).filter(({ id }) => shown.mayReadLoader(id))
  return {
    id: row.id,
    storeId: row.storeId,
    status: statusOf(row, { done: all, now: now() }),
    error: row.runError === null ? null : (JSON.parse(row.runError) as { message: string }).message,
    done: answered.length,
    total: Math.max(answered.length, readQuestionIds(row).length - (all - answered.length)),
    variants: readVariants(row).map(({ name, k, inputs, threshold, reranker }, at) => ({
      name,
      k,
      inputs,
      threshold: threshold ?? null,
      reranker: reranker ? (catalogue.find(reranker.name)?.label ?? reranker.name) : null,
      figures: measureSearch(
        answered.flatMap((each) => each.results[at] ?? []),
        k,
      ),
    })),
    changed: before ? listChanges(nodesOf(before), nodesOf(row)) : [],
    change: before
      ? compare(answered, { row, before, old: listReadable(results.get(before.id), shown) })
      : null,
    createdDate: isoTime(row.createdAt),
  }
}

/** How far the store as it was set moved since the run before, over the questions that both asked in the same words. */
function compare(
  answered: readonly Answered[],
  { row, before, old }: { row: RetrievalTestRow; before: RetrievalTestRow; old: readonly Answered[] },
): SearchFigures | null {
  const nameOf = ({ questionId, question }: Answered) => `${questionId} ${question}`
  const figuresOf = (own: readonly Answered[], other: readonly Answered[], of: RetrievalTestRow) => {
    const both = new Set(other.map(nameOf))
    const results = own
      .filter((each) => both.has(nameOf(each)))
      .flatMap(({ results: [first] }) => first ?? [])
    return measureSearch(results, readVariants(of)[0]?.k ?? 1)
  }
  const now = figuresOf(answered, old, row)
  const then = figuresOf(old, answered, before)
  if (!now || !then) return null
  return {
    recall: now.recall - then.recall,
    precision: now.precision - then.precision,
    mrr: now.mrr - then.mrr,
    ndcg: now.ndcg - then.ndcg,
    p50: now.p50 - then.p50,
    p95: now.p95 - then.p95,
  }
}

function statusOf(
  row: RetrievalTestRow,
  { done, now }: { done: number; now: number },
): RetrievalTest['status'] {
  if (isUnderWay(row, now)) return 'running'
  if (row.runStatus === 'terminated') return 'stopped'
  const isWhole = row.runStatus === 'finished' || (row.runStatus === null && done > 0)
  return isWhole ? 'done' : 'failed'
}
