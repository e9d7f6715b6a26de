import {
  RunnelError,
  type VectorDistance,
  type VectorTable,
  type VectorTableQuestion,
  type VectorTableRow,
} from '@runnel/contract'
import type { SqlStatement } from './sql-session.ts'
import { withoutNull, writeCondition, writeJson } from './vector-table-conditions.ts'
import { wordsOf, writeWordSearch } from './vector-table-words.ts'

type Operation<Type extends VectorTableQuestion['operation']['type']> = Extract<
  VectorTableQuestion['operation'],
  { type: Type }
>

const LONGEST_NAME = 63
const MOST_ROWS = 10_000
const OPERATORS: Record<VectorDistance, string> = { cosine: '<=>', euclidean: '<->', innerProduct: '<#>' }
/** Any number: who makes a table waits for who makes one at the same time. */
const MAKING = 7_283_041
/** With what an index of neighbours is built and searched. */
const NEIGHBOURS = { least: 2, usual: 16, most: 100 }
const BUILDING = { least: 4, usual: 64, most: 1_000 }
const SEARCHING = { least: 1, usual: 40, most: 1_000 }

/**
 * The statements of an operation on a table of vectors. They name this table and nothing else, and all that comes from
 * outside is a parameter of them or a quoted name.
 * @throws RunnelError `invalid_input` for what cannot be a name, a vector or a number of rows
 */
export function writeVectorStatements({ table, operation }: VectorTableQuestion): SqlStatement[] {
  const names = quoteNames(table)
  switch (operation.type) {
    case 'describe':
      return [describe(names)]
    case 'make':
      return make(names, table, operation)
    case 'listIds':
      return [listIds(names, operation)]
    case 'put':
      return operation.rows.length === 0 ? [] : [put(names, operation.rows)]
    case 'remove':
      return [
        { text: `DELETE FROM ${names.table} WHERE "id"::text = ANY($1::text[])`, values: [operation.ids] },
      ]
    case 'index':
      return makeIndex(names, table, operation)
    case 'indexWords':
      return indexWords(names, table)
    case 'words':
      return [writeWordSearch(names, { ...operation, limit: checkLimit(operation.limit) })]
    case 'nearest':
      return [...settleSearch(operation), nearest(names, operation)]
  }
}

/** How many dimensions a vector of any row has, where the column does not say it. */
export function writeSampleStatement(table: VectorTable): SqlStatement {
  const { table: name, vector } = quoteNames(table)
  const text = `SELECT vector_dims(${vector}) AS dimensions FROM ${name} WHERE ${vector} IS NOT NULL LIMIT 1`
  return { text, values: [] }
}

interface Names {
  table: string
  content: string
  metadata: string
  vector: string
  /** The name of the column of vectors as it is. */
  vectorName: string
}

function quoteNames({ schema, name, content, metadata, vector }: VectorTable): Names {
  const table = schema === undefined ? quote(name) : `${quote(schema)}.${quote(name)}`
  return {
    table,
    content: quote(content),
    metadata: quote(metadata),
    vector: quote(vector),
    vectorName: vector,
  }
}

function quote(name: string): string {
  if (name === '' || name.includes('\0') || Buffer.byteLength(name) > LONGEST_NAME)
    throw new RunnelError(
      'invalid_input',
      `The name "${name.slice(0, 80)}" is no name of a table or a column: it has 1 to ${LONGEST_NAME} letters.`,
    )
  return `"${name.replaceAll('"', '""')}"`
}

const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`

function describe({ table, vectorName }: Names): SqlStatement {
  const column = `SELECT atttypmod FROM pg_catalog.pg_attribute
    WHERE attrelid = to_regclass($1) AND attname = $2 AND NOT attisdropped`
  const text = `SELECT (${column}) AS dimensions WHERE to_regclass($1) IS NOT NULL`
  return { text, values: [table, vectorName] }
}

function make(
  { table, content, metadata, vector }: Names,
  { name }: VectorTable,
  { dimensions, listedBy }: Operation<'make'>,
): SqlStatement[] {
  if (!(Number.isInteger(dimensions) && dimensions > 0 && dimensions <= 16_000))
    throw new RunnelError('invalid_input', 'Vectors of a table have 1 to 16,000 dimensions.')
  const columns = `"id" uuid PRIMARY KEY, ${content} text, ${metadata} jsonb, ${vector} vector(${dimensions})`
  const index = quote(`${name.slice(0, LONGEST_NAME - 16)}_runnel_source`)
  const by = `((${metadata}->>${quoteText(listedBy)}))`
  return [
    { text: 'SELECT pg_advisory_xact_lock($1)', values: [MAKING] },
    { text: 'CREATE EXTENSION IF NOT EXISTS vector', values: [] },
    { text: `CREATE TABLE IF NOT EXISTS ${table} (${columns})`, values: [] },
    { text: `CREATE INDEX IF NOT EXISTS ${index} ON ${table} ${by}`, values: [] },
  ]
}

const CLASSES: Record<VectorDistance, string> = {
  cosine: 'vector_cosine_ops',
  euclidean: 'vector_l2_ops',
  innerProduct: 'vector_ip_ops',
}

/** Each way to compare has an index of its own. */
function makeIndex(
  { table, vector }: Names,
  { name }: VectorTable,
  { distance, neighbours, candidates }: Operation<'index'>,
): SqlStatement[] {
  const ending = `_runnel_hnsw_${distance}`
  const index = quote(`${name.slice(0, LONGEST_NAME - ending.length)}${ending}`)
  const m = within(neighbours, NEIGHBOURS)
  // pgvector takes no fewer than twice the neighbours.
  const construction = Math.max(within(candidates, BUILDING), 2 * m)
  const settings = `m = ${m}, ef_construction = ${construction}`
  return [
    { text: 'SELECT pg_advisory_xact_lock($1)', values: [MAKING] },
    {
      text: `CREATE INDEX IF NOT EXISTS ${index} ON ${table} USING hnsw (${vector} ${CLASSES[distance]}) WITH (${settings})`,
      values: [],
    },
  ]
}

/** One of the words of texts, as a search by words reads them. */
function indexWords({ table, content }: Names, { name }: VectorTable): SqlStatement[] {
  const index = quote(`${name.slice(0, LONGEST_NAME - 16)}_runnel_words`)
  return [
    { text: 'SELECT pg_advisory_xact_lock($1)', values: [MAKING] },
    { text: `CREATE INDEX IF NOT EXISTS ${index} ON ${table} USING gin (${wordsOf(content)})`, values: [] },
  ]
}

function within(asked: number | undefined, { least, usual, most }: typeof SEARCHING): number {
  return Math.min(most, Math.max(least, Math.floor(asked ?? usual)))
}

/**
 * An index gives no more rows than the candidates that it looks at, and drops those that miss a condition: so it looks at
 * as many as are wanted, and what has conditions, or wants more than it can look at, is compared without it.
 */
function settleSearch({ candidates, limit, conditions }: Operation<'nearest'>): SqlStatement[] {
  if (candidates === undefined) return []
  if (conditions.length > 0 || limit > SEARCHING.most)
    return [{ text: 'SET LOCAL enable_indexscan = off', values: [] }]
  const wanted = Math.max(within(candidates, SEARCHING), limit)
  return [{ text: `SET LOCAL hnsw.ef_search = ${wanted}`, values: [] }]
}

function listIds(
  { table, metadata }: Names,
  { key, value, after, limit }: Operation<'listIds'>,
): SqlStatement {
  const values: unknown[] = [key, value, checkLimit(limit)]
  const behind = after === undefined ? '' : ` AND "id"::text > $${values.push(after)}`
  const text = `SELECT "id"::text AS id FROM ${table} WHERE ${metadata}->>$1::text = $2${behind} ORDER BY "id"::text LIMIT $3`
  return { text, values }
}

function put({ table, content, metadata, vector }: Names, rows: readonly VectorTableRow[]): SqlStatement {
  const values: unknown[] = []
  const told = rows.map(({ id, content: text, metadata: known, vector: numbers }) => {
    const places = [id, withoutNull(text), writeJson(known), writeVector(numbers)].map((value) =>
      values.push(value),
    )
    return `($${places[0]}, $${places[1]}, $${places[2]}::jsonb, $${places[3]}::vector)`
  })
  const columns = [content, metadata, vector]
  const taken = columns.map((column) => `${column} = excluded.${column}`).join(', ')
  const text = `INSERT INTO ${table} ("id", ${columns.join(', ')}) VALUES ${told.join(', ')}
    ON CONFLICT ("id") DO UPDATE SET ${taken}`
  return { text, values }
}

function nearest({ table, content, metadata, vector }: Names, search: Operation<'nearest'>): SqlStatement {
  const values: unknown[] = [writeVector(search.vector), checkLimit(search.limit)]
  const passes = search.conditions.map((condition) => writeCondition(metadata, condition, values))
  const where = passes.length === 0 ? '' : ` WHERE ${passes.join(' AND ')}`
  const own = search.withVectors ? `, ${vector}::text AS vector` : ''
  const text = `SELECT "id"::text AS id, ${content} AS content, ${metadata} AS metadata,
    ${vector} ${OPERATORS[search.distance]} $1::vector AS distance${own}
    FROM ${table}${where} ORDER BY distance LIMIT $2`
  return { text, values }
}

function checkLimit(limit: number): number {
  if (Number.isInteger(limit) && limit > 0 && limit <= MOST_ROWS) return limit
  throw new RunnelError('invalid_input', `1 to ${MOST_ROWS} rows can be asked for.`)
}

function writeVector(numbers: readonly number[]): string {
  if (numbers.length > 0 && numbers.every((number) => Number.isFinite(number))) return `[${numbers.join()}]`
  throw new RunnelError('invalid_input', 'A vector is a list of numbers.')
}
