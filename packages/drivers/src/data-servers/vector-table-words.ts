import type { VectorTableQuestion } from '@runnel/contract'
import type { SqlStatement } from './sql-session.ts'
import { withoutNull, writeCondition } from './vector-table-conditions.ts'

type WordSearch = Extract<VectorTableQuestion['operation'], { type: 'words' }>

/** More words of a question are not looked for. */
const MOST_WORDS = 32
/** A word that stands in so many texts, or more, says nothing, unless all do. */
const FREQUENT = 5_000
/** So many texts are compared at most. */
const MOST_TEXTS = 20_000
/** As BM25 is used everywhere: how soon a word that comes again counts no more, and how much long texts pay. */
const K = 1.2
const B = 0.75

/** Signs that PostgreSQL takes for parts of a word: of numbers, names of files, addresses. */
const SIGNS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'

/**
 * The words of a text, whatever its language: nothing is stemmed, and none is left out. What signs hold together is several
 * words, as in a question.
 */
export const wordsOf = (text: string) =>
  `to_tsvector('simple'::regconfig, translate(${text}, '${SIGNS.replace("'", "''")}', repeat(' ', ${SIGNS.length})))`

/** Distinct words, as far as they are looked for. */
function splitWords(text: string): string[] {
  return [
    ...new Set(
      withoutNull(text)
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [],
    ),
  ].slice(0, MOST_WORDS)
}

/**
 * The texts that have one of the words, ranked by BM25 among themselves: PostgreSQL's own ranks count frequent words as
 * much as rare ones. Names are quoted ones.
 */
export function writeWordSearch(
  { table, content, metadata }: { table: string; content: string; metadata: string },
  { words, limit, conditions }: WordSearch,
): SqlStatement {
  const values: unknown[] = [splitWords(words), limit]
  const passes = conditions.map((condition) => writeCondition(metadata, condition, values))
  const found = [`${wordsOf(content)} @@ (SELECT wanted FROM query)`, ...passes].join(' AND ')
  const has = `${wordsOf(content)} @@ words.query`
  const text = `WITH
    asked AS (SELECT plainto_tsquery('simple'::regconfig, word) AS query FROM unnest($1::text[]) AS word),
    words AS (SELECT DISTINCT query FROM asked WHERE numnode(query) > 0),
    counted AS (SELECT query,
      (SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${has} LIMIT ${FREQUENT}) AS found) AS many FROM words),
    rare AS (SELECT query FROM counted WHERE many BETWEEN 1 AND ${FREQUENT - 1}),
    chosen AS (SELECT query FROM rare UNION SELECT query FROM words WHERE NOT EXISTS (SELECT 1 FROM rare)),
    query AS (SELECT string_agg(query::text, ' | ')::tsquery AS wanted FROM chosen),
    hits AS MATERIALIZED (SELECT "id", ${content} AS content, ${metadata} AS metadata, ${wordsOf(content)} AS read
      FROM ${table} WHERE ${found} LIMIT ${MOST_TEXTS}),
    terms AS (SELECT "id", lexeme, cardinality(positions) AS times, length(read) AS size
      FROM hits CROSS JOIN LATERAL unnest(read)
      WHERE lexeme = ANY(tsvector_to_array(${wordsOf("array_to_string($1::text[], ' ')")}))),
    usual AS (SELECT greatest(avg(length(read)), 1) AS size, count(*) AS texts FROM hits),
    weights AS (SELECT lexeme, ln(1 + usual.texts::float8 / count(*)) AS weight FROM terms, usual
      GROUP BY lexeme, usual.texts),
    scores AS (SELECT "id", sum(weight * times * ${K + 1} /
        (times + ${K} * (${1 - B} + ${B} * terms.size / usual.size)))::float8 AS score
      FROM terms JOIN weights USING (lexeme) CROSS JOIN usual GROUP BY "id")
    SELECT "id"::text AS id, content, metadata, score FROM hits JOIN scores USING ("id")
    ORDER BY score DESC, "id" LIMIT $2`
  return { text, values }
}
