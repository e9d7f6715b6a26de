import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { answerQuestions } from '../../machine/answer-questions.ts'
import { DIMENSIONS, entryVector, questionVector } from '../../vendor/known-vectors.ts'
import { type RivalVectorsFound, type RivalVectorsStart, timeQuestions } from './vector-rival.ts'

const AT_ONCE = 500
/** As its documentation advises up to a million rows: a thousandth of them as lists; of these so many are looked through. */
const ROWS_OF_LIST = 1_000
const PROBES = 10

const textOf = (values: Float32Array) => `[${Array.from(values, (value) => value.toFixed(6)).join(',')}]`

/** pgvector, in the PostgreSQL that runs in a process of Node (PGlite). */
answerQuestions<RivalVectorsStart, RivalVectorsFound>(async ({ entries, questions, nearest, folder }) => {
  const begun = performance.now()
  const database = new PGlite({ dataDir: folder, extensions: { vector } })
  await database.exec(`
    create extension vector;
    create table entries (id integer primary key, embedding vector(${DIMENSIONS}));
    alter table entries alter column embedding set storage plain;
    set maintenance_work_mem = '512MB';
  `)
  for (let from = 0; from < entries; from += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, entries - from) }, (_, at) => from + at)
    const values = rows.map((id) => `(${id},'${textOf(entryVector(id))}')`)
    await database.exec(`insert into entries values ${values.join(',')}`)
  }
  const lists = Math.ceil(entries / ROWS_OF_LIST)
  await database.exec(`
    create index on entries using ivfflat (embedding vector_cosine_ops) with (lists = ${lists});
    set ivfflat.probes = ${PROBES};
    analyze entries;
  `)
  const fillSeconds = (performance.now() - begun) / 1_000
  const sql = `select id from entries order by embedding <=> $1 limit ${nearest}`
  const asked = await timeQuestions(questions, async (n) => {
    const { rows } = await database.query<{ id: number }>(sql, [textOf(questionVector(n))])
    return rows.map(({ id }) => id)
  })
  await database.close()
  return { ...asked, fillSeconds }
})
