import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { answerQuestions } from '../../machine/answer-questions.ts'
import { entryVector, questionVector } from '../../vendor/known-vectors.ts'
import { type RivalVectorsFound, type RivalVectorsStart, timeQuestions } from './vector-rival.ts'

const AT_ONCE = 5_000
/** How many candidates the index gives, and how many times as many are compared by their whole vectors. */
const CANDIDATES = 100
const REFINED = 3

/** As much of the package as is called here: it is fetched for the bench alone, and so are its types. */
interface Table {
  add(rows: readonly object[]): Promise<unknown>
  createIndex(column: string, options: { config: unknown }): Promise<unknown>
  vectorSearch(wanted: Float32Array): Search
}
interface Search {
  distanceType(kind: 'cosine'): Search
  ef(candidates: number): Search
  refineFactor(times: number): Search
  select(columns: string[]): Search
  limit(rows: number): Search
  toArray(): Promise<{ id: number }[]>
}
interface LanceDb {
  connect(folder: string): Promise<{ createTable(name: string, rows: readonly object[]): Promise<Table> }>
  Index: { hnswSq(options: { distanceType: 'cosine' }): unknown }
}

function rowsOf(from: number, entries: number): object[] {
  const length = Math.min(AT_ONCE, entries - from)
  return Array.from({ length }, (_, at) => ({ id: from + at, vector: Array.from(entryVector(from + at)) }))
}

/** LanceDB with its index of a graph and small codes, the whole vectors compared at the end. */
answerQuestions<RivalVectorsStart, RivalVectorsFound>(
  async ({ entries, questions, nearest, folder, packages = '' }) => {
    const main = join(packages, 'node_modules/@lancedb/lancedb/dist/index.js')
    const imported: { default: LanceDb } = await import(pathToFileURL(main).href)
    const { connect, Index } = imported.default
    const begun = performance.now()
    const table = await (await connect(folder)).createTable('entries', rowsOf(0, entries))
    for (let from = AT_ONCE; from < entries; from += AT_ONCE) await table.add(rowsOf(from, entries))
    await table.createIndex('vector', { config: Index.hnswSq({ distanceType: 'cosine' }) })
    const fillSeconds = (performance.now() - begun) / 1_000
    const asked = await timeQuestions(questions, async (n) => {
      const search = table.vectorSearch(questionVector(n)).distanceType('cosine')
      const rows = await search
        .ef(CANDIDATES)
        .refineFactor(REFINED)
        .select(['id', '_distance'])
        .limit(nearest)
        .toArray()
      return rows.map(({ id }) => id)
    })
    return { ...asked, fillSeconds }
  },
)
