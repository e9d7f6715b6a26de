import type { ChosenNode, ExpectedPassage, JsonObject, QuestionResult } from '@runnel/contract'
import { putInOrder, RunnelError } from '@runnel/contract'
import type { RetrievalQuestionRow, RetrievalTestRow } from '@runnel/db'
import type { CallContext, Component, FoundDocument } from '@runnel/node-kit'
import type { Catalogue } from '../catalogue.ts'
import { contentColumns } from './chunk-content.ts'
import { rerankerOf, vectorStoreOf } from './index-components.ts'
import { isSamePassage, toCompared } from './match-passage.ts'
import type { StoreWork } from './store-job.ts'
import { type LiveIndex, readLiveIndex } from './stored-store.ts'

/** So many times the wanted passages are found for a node that puts them into a better order; at most. */
const FOUND_FOR_ONE = 4
const MOST_FOUND = 100

/** One way of searching a store, whole. */
export interface StoredVariant {
  name: string
  k: number
  /** Params of the vector store that are otherwise than they are set. */
  inputs: JsonObject
  threshold?: number | undefined
  reranker?: ChosenNode | undefined
}

// The layer wrote the JSON of these columns.
export const readVariants = ({ variants }: Pick<RetrievalTestRow, 'variants'>): StoredVariant[] =>
  JSON.parse(variants) as StoredVariant[]
export const readQuestionIds = ({ questionIds }: Pick<RetrievalTestRow, 'questionIds'>): string[] =>
  JSON.parse(questionIds) as string[]
export const readPassages = ({ passages }: Pick<RetrievalQuestionRow, 'passages'>): ExpectedPassage[] =>
  JSON.parse(passages) as ExpectedPassage[]

/** The loaders whose passages should come, each once. */
export const loadersOf = (passages: readonly ExpectedPassage[]): string[] => [
  ...new Set(passages.flatMap(({ loaderId }) => loaderId ?? [])),
]

/**
 * Asks a store the questions of a test, one after the other, so that the times are those of one search. What is noted is not
 * asked again by a run that goes on.
 */
export async function runRetrievalTest(work: StoreWork, testId: string): Promise<JsonObject> {
  const { context, workspaceId, storeId, step } = work
  const { tests, get } = context.db.read(workspaceId).documentStores
  const test = await tests.get(storeId, testId)
  const store = await get(storeId)
  const live = readLiveIndex(store)
  if (!live) throw new RunnelError('invalid_input', 'The store has no vectors any more. Upsert it first.')
  const searches = openSearches(context.catalogue, live, test)
  const questions = new Map((await tests.listQuestions(storeId)).map((question) => [question.id, question]))
  const noted = new Set((await tests.listResults([testId])).map(({ n }) => n))
  const ids = readQuestionIds(test)
  const tell = (done: number) =>
    step.emitProgress({ what: 'questions', subject: storeId, done, total: ids.length })
  await step.each(
    ids,
    async (id, call, n) => {
      const question = questions.get(id)
      if (question && !noted.has(n)) {
        const passages = readPassages(question)
        const results: QuestionResult[] = []
        const hashes = new Set<string>()
        for (const search of searches) {
          const { result, found } = await askOnce({ search, question: question.question, passages }, call)
          results.push(result)
          for (const { pageContent, metadata } of found)
            hashes.add(contentColumns(pageContent, metadata).hash)
        }
        const from = await findLoaders(work, { hashes: [...hashes], test })
        await context.db.write(workspaceId, ({ documentStores }) =>
          documentStores.tests.addResult({
            testId,
            n,
            questionId: id,
            question: question.question,
            loaderIds: JSON.stringify([...new Set([...loadersOf(passages), ...from])]),
            results: JSON.stringify(results),
          }),
        )
      }
      tell(n + 1)
    },
    { concurrency: 1 },
  )
  return { questions: ids.length }
}

type Search = (query: string, call: CallContext) => Promise<FoundDocument[]>

/** What each variant of a test finds, best first. */
function openSearches(catalogue: Catalogue, live: LiveIndex, test: RetrievalTestRow): Search[] {
  const readable = new Set(JSON.parse(test.loaderIds) as string[])
  const {
    component,
    retrieverOutput,
    reranker: own,
  } = vectorStoreOf(catalogue, live, {
    storeId: test.storeId,
    parts: live.parts.filter(({ loaderId }) => readable.has(loaderId)),
  })
  return readVariants(test).map((variant) => {
    const retriever = {
      ...component,
      values: { ...component.values, ...variant.inputs },
      output: retrieverOutput ?? component.output,
    }
    const { reranker } = variant
    const ranking = reranker ? rerankerOf(catalogue, reranker, 'reranker') : own
    return (query, call) => find(query, { variant, retriever, ranking }, call)
  })
}

async function find(
  query: string,
  {
    variant: { k, threshold },
    retriever,
    ranking,
  }: { variant: StoredVariant; retriever: Component; ranking: Component | undefined },
  call: CallContext,
): Promise<FoundDocument[]> {
  const limit = ranking ? Math.min(MOST_FOUND, k * FOUND_FOR_ONE) : k
  const found = await call.retrieve(retriever, { query, limit })
  const near = threshold === undefined ? found : found.filter(({ score }) => score >= threshold)
  if (!ranking || near.length === 0) return near.slice(0, k)
  return putInOrder(near, { reranker: ranking, query, limit: k }, call)
}

interface Asked {
  search: Search
  question: string
  passages: readonly ExpectedPassage[]
}

/**
 * The loaders of what was found. Where a passage stands tells what stands there: who guesses the words of a document is told
 * only what they may read themselves. What no chunk is known of any more may be of any loader that was searched.
 */
async function findLoaders(
  { context, workspaceId, storeId }: StoreWork,
  { hashes, test }: { hashes: string[]; test: RetrievalTestRow },
): Promise<string[]> {
  const rows = await context.db.read(workspaceId).documentStores.chunks.findByHash(storeId, hashes)
  const known = new Set(rows.map(({ hash }) => hash))
  const isWhole = hashes.every((hash) => known.has(hash))
  const searched = isWhole ? [] : (JSON.parse(test.loaderIds) as string[])
  return [...rows.map(({ loaderId }) => loaderId), ...searched]
}

async function askOnce(
  { search, question, passages }: Asked,
  call: CallContext,
): Promise<{ result: QuestionResult; found: FoundDocument[] }> {
  const begun = performance.now()
  const found = await search(question, call)
  const time = Math.round((performance.now() - begun) * 10) / 10
  const texts = found.map(({ pageContent }) => toCompared(pageContent))
  const wanted = passages.map(({ text }) => toCompared(text))
  const result = {
    ranks: wanted.map((passage) => texts.findIndex((text) => isSamePassage(text, passage)) + 1),
    found: found.length,
    hits: texts.filter((text) => wanted.some((passage) => isSamePassage(text, passage))).length,
    time,
  }
  return { result, found }
}
