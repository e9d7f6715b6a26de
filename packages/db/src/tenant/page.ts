import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'

/** No list gives more rows than this at once. */
const MAX_PAGE_ROWS = 200

/** Which part of a list is wanted. Pages count from 1; what is missing or out of bounds is brought into them. */
export interface PageQuery {
  page?: number | undefined
  limit?: number | undefined
  /** Case-insensitive part of the name. */
  search?: string | undefined
  /** One of the list's own sort keys. */
  sort?: string | undefined
  direction?: 'asc' | 'desc' | undefined
}

/** One page of a list and how many rows there are in all. */
export interface Page<Row> {
  rows: Row[]
  total: number
}

/**
 * How a list is sorted: the key of the request → the column, and what holds without a request. `isLower` sorts by the
 * text in lower case, for which there is an index, where a list may be too long for the order of people.
 */
export interface SortRules {
  columns: Readonly<Record<string, { column: string; isText?: boolean; isLower?: boolean }>>
  fallback: string
  fallbackDirection: 'asc' | 'desc'
  /** Makes the order total. */
  tieBreaker: string
}

const atLeastOne = (wanted: number | undefined, otherwise: number) =>
  wanted !== undefined && Number.isFinite(wanted) && wanted >= 1 ? Math.floor(wanted) : otherwise

/** The condition that `column` contains the text, whatever the case; `%` and `_` mean themselves. */
export function containsText(column: string, text: string) {
  return containsIn(sql`lower(${sql.ref(column)})`, text)
}

/** As `containsText`, for what is lower case already: a column, or an expression that an index holds. */
export function containsLowerText(lower: string | RawBuilder<unknown>, text: string) {
  return containsIn(typeof lower === 'string' ? sql.ref(lower) : lower, text)
}

function containsIn(lower: RawBuilder<unknown>, text: string) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`${lower} like lower(${pattern}) escape '\\'`
}

/** Letters with marks by the letter that they are sorted as. */
const MARKED: Readonly<Record<string, string>> = {
  a: 'àáâãäåāăą',
  c: 'çćč',
  d: 'ďđ',
  e: 'èéêëēęě',
  g: 'ğ',
  i: 'ìíîïīı',
  l: 'łľ',
  n: 'ñńň',
  o: 'òóôõöøōő',
  r: 'řŕ',
  s: 'śšşșß',
  t: 'ťțţ',
  u: 'ùúûüūůűų',
  y: 'ýÿ',
  z: 'źżž',
}
const MARKED_LETTERS = Object.values(MARKED).join('')
const PLAIN_LETTERS = Object.entries(MARKED)
  .map(([plain, marked]) => plain.repeat(marked.length))
  .join('')

/** A text as people sort it: whatever the case, and `Ä` with `a`, also where the database compares bytes. */
function withoutMarks(column: string) {
  return sql`translate(lower(${sql.ref(column)}), ${sql.lit(MARKED_LETTERS)}, ${sql.lit(PLAIN_LETTERS)})`
}

interface PagePlace {
  limit: number
  offset: number
}

function placeOf(request: PageQuery): PagePlace {
  const limit = Math.min(atLeastOne(request.limit, MAX_PAGE_ROWS), MAX_PAGE_ROWS)
  const page = Math.min(atLeastOne(request.page, 1), Number.MAX_SAFE_INTEGER / limit)
  return { limit, offset: Math.floor((page - 1) * limit) }
}

/** The query in the order of the rules. */
function arrange<Schema, Table extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Table, Row>,
  request: PageQuery,
  rules: SortRules,
) {
  const wanted = request.sort === undefined ? undefined : rules.columns[request.sort]
  const { column, isText, isLower } = wanted ?? { column: rules.fallback }
  const direction = request.direction ?? (isText || isLower ? 'asc' : rules.fallbackDirection)
  const plain = isLower ? sql`lower(${sql.ref(column)})` : sql.ref(column)
  const key = isText ? withoutMarks(column) : plain
  return query.orderBy(key, direction).orderBy(sql.ref(rules.tieBreaker), direction)
}

async function countRows<Schema, Table extends keyof Schema, Row>(
  query: Pick<SelectQueryBuilder<Schema, Table, Row>, 'clearSelect'>,
): Promise<number> {
  const [counted] = await query
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .$castTo<{ total: number }>()
    .execute()
  return counted?.total ?? 0
}

/** Reads one page of a query in the order of the rules, and the number of all its rows. */
export async function readPage<Schema, Table extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Table, Row>,
  request: PageQuery,
  rules: SortRules,
): Promise<Page<Row>> {
  const { limit, offset } = placeOf(request)
  const rows = await arrange(query, request, rules).limit(limit).offset(offset).execute()
  if (offset === 0 && rows.length < limit) return { rows, total: rows.length }
  return { rows, total: await countRows(query) }
}

/**
 * As `readPage`, for tables of large rows: `matching` selects ids alone, so that an index answers it and is all that a
 * deep page and the count go through; `readRows` then reads the rows of one page, in any order.
 */
export async function readPageOfIds<Schema, Table extends keyof Schema, Row extends { id: string }>(
  matching: SelectQueryBuilder<Schema, Table, { id: string }>,
  request: PageQuery,
  {
    rules,
    readRows,
    counting = matching,
    total: known,
  }: {
    rules: SortRules
    readRows: (ids: string[]) => Promise<Row[]>
    /** Finds as many rows with less work: without what only orders them. */
    counting?: Pick<typeof matching, 'clearSelect'> | undefined
    /** How many there are, where that is known already. */
    total?: number | undefined
  },
): Promise<Page<Row>> {
  const { limit, offset } = placeOf(request)
  const page = arrange(matching, request, rules).limit(limit).offset(offset).execute()
  const [found, counted] = await Promise.all([
    page,
    known ?? (offset === 0 ? undefined : countRows(counting)),
  ])
  const isAll = offset === 0 && found.length < limit
  const [rows, total] = await Promise.all([
    found.length === 0 ? [] : readRows(found.map(({ id }) => id)),
    isAll ? found.length : (counted ?? countRows(counting)),
  ])
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return { rows: found.flatMap(({ id }) => rowOf.get(id) ?? []), total }
}
