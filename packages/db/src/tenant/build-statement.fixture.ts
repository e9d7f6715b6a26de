import { sql } from 'kysely'
import type { Generated, Predicate, Select, Source } from './generated-statement.fixture.ts'

/** Kysely without its types of tables and columns, which generated statements cannot satisfy. */
export interface LooseDb extends LooseFrom {
  withoutPlugins(): LooseDb
  with(name: string, result: (creator: LooseDb) => unknown): LooseDb
  updateTable(table: string): LooseQuery
  deleteFrom(table: string): LooseQuery
  insertInto(table: string): LooseQuery
}

interface LooseFrom {
  selectFrom(source: unknown): LooseQuery
}

interface LooseBuilder extends LooseFrom {
  (left: unknown, operator: string, right: unknown): unknown
  ref(name: string): unknown
  not(part: unknown): unknown
  exists(query: unknown): unknown
  and(parts: unknown[]): unknown
  or(parts: unknown[]): unknown
}

type Callback = (eb: LooseBuilder) => unknown
type JoinMethod = 'innerJoin' | 'leftJoin' | 'rightJoin' | 'fullJoin'
type CompoundMethod = 'union' | 'unionAll' | 'intersect' | 'except'

type LooseQuery = {
  [Method in JoinMethod]: (source: unknown, left: string, right: string) => LooseQuery
} & { [Method in CompoundMethod]: (query: Callback) => LooseQuery } & {
  crossJoin(source: unknown): LooseQuery
  leftJoinLateral(source: Callback, on: (on: { onTrue(): unknown }) => unknown): LooseQuery
  select(columns: Callback | unknown): LooseQuery
  selectAll(table?: string): LooseQuery
  where(condition: Callback): LooseQuery
  where(column: string, operator: string, value: unknown): LooseQuery
  whereRef(left: string, operator: string, right: string): LooseQuery
  set(values: (eb: LooseBuilder) => object): LooseQuery
  from(source: unknown): LooseQuery
  using(source: unknown): LooseQuery
  columns(columns: string[]): LooseQuery
  expression(rows: Callback): LooseQuery
  returning(columns: string[]): LooseQuery
  as(alias: string): unknown
  toOperationNode(): unknown
  execute(): Promise<unknown[]>
}

/** What the kind of database can say. */
export interface Speech {
  lateral: boolean
  deleteUsing: boolean
  changingResults: boolean
}

/** Builds one statement; results with names are collected for its head. */
class StatementBuilder {
  #count = 0
  readonly results: { name: string; select: Select }[] = []
  readonly speech: Speech

  constructor(speech: Speech) {
    this.speech = speech
  }

  alias(): string {
    this.#count += 1
    return `s${this.#count}`
  }

  select(db: LooseFrom, { source, join, where, counted, compound }: Select): LooseQuery {
    const alias = this.alias()
    const from = this.#join(db.selectFrom(this.source(source, alias)), { alias, join })
    const narrowed = where ? from.where((eb) => this.predicate(eb, where, alias)) : from
    const rows = narrowed
      .select([`${alias}.id as id`, `${alias}.name as name`])
      .select((eb: LooseBuilder) =>
        counted
          ? this.count(eb, counted).as('revision')
          : sql`coalesce(${sql.ref(`${alias}.revision`)}, 0)`.as('revision'),
      )
    return compound ? rows[compound.kind]((eb) => this.select(eb, compound.select)) : rows
  }

  count(db: LooseFrom, spec: Select): LooseQuery {
    const alias = this.alias()
    return db
      .selectFrom((eb: LooseBuilder) => this.select(eb, spec).as(alias))
      .select(sql`cast(count(*) as integer)`.as('n'))
  }

  /** A table, a subquery or the name of a result, under the alias. */
  source(source: Source, alias: string): unknown {
    if (source.kind === 'table') return `${source.table} as ${alias}`
    if (source.kind === 'subquery') return (eb: LooseBuilder) => this.select(eb, source.select).as(alias)
    const name = `result${this.results.length}`
    this.results.push({ name, select: source.select })
    return `${name} as ${alias}`
  }

  #join(rows: LooseQuery, { alias, join }: { alias: string; join: Select['join'] }): LooseQuery {
    if (!join) return rows
    const other = this.alias()
    if (join.kind === 'lateral' && this.speech.lateral) {
      const inner = this.source(join.source, `${other}i`)
      return rows.leftJoinLateral(
        (eb) => eb.selectFrom(inner).selectAll().whereRef(`${other}i.name`, '=', `${alias}.name`).as(other),
        (on) => on.onTrue(),
      )
    }
    const source = this.source(join.source, other)
    if (join.kind === 'cross') return rows.crossJoin(source)
    const method = join.kind === 'lateral' ? 'inner' : join.kind
    return rows[`${method}Join`](source, `${other}.name`, `${alias}.name`)
  }

  predicate(eb: LooseBuilder, spec: Predicate, alias: string): unknown {
    switch (spec.kind) {
      case 'name':
        return eb(`${alias}.name`, spec.isEqual ? '=' : '!=', spec.name)
      case 'raw':
        return sql`${sql.ref(`${alias}.revision`)} > 1 or ${sql.ref(`${alias}.id`)} like '%1'`
      case 'exists': {
        const inner = this.alias()
        const rows = eb.selectFrom(this.select(eb, spec.select).as(inner)).selectAll()
        return eb.exists(rows.whereRef(`${inner}.name`, '=', `${alias}.name`))
      }
      case 'in':
      case 'not in':
        return eb(`${alias}.name`, spec.kind, this.#names(eb, spec.select))
      case 'count':
        return eb(this.count(eb, spec.select), '>=', spec.atLeast)
      case 'not':
        return eb.not(sql`(${this.predicate(eb, spec.part, alias)})`)
      default:
        return eb[spec.kind](spec.parts.map((part) => sql`(${this.predicate(eb, part, alias)})`))
    }
  }

  /** Names without null, for `not in`. */
  #names(eb: LooseBuilder, spec: Select): LooseQuery {
    const inner = this.alias()
    return eb
      .selectFrom(this.select(eb, spec).as(inner))
      .select(`${inner}.name`)
      .where(`${inner}.name`, 'is not', null)
  }
}

/** Builds a generated statement. A first building tells which results must stand at the head. */
export function buildStatement(db: LooseDb, spec: Generated, speech: Speech): LooseQuery {
  const { results } = collectResults(db, spec, speech)
  const withResults = results.reduce(
    (head, { name, select }) =>
      // Results inside of results are given as subqueries, for each may use only what stands before it.
      head.with(name, (creator) => new StatementBuilder(speech).select(creator, withoutResults(select))),
    db,
  )
  return build(withResults, spec, new StatementBuilder(speech))
}

function collectResults(db: LooseDb, spec: Generated, speech: Speech): StatementBuilder {
  const builder = new StatementBuilder(speech)
  build(db.withoutPlugins(), spec, builder).toOperationNode()
  return builder
}

function withoutResults(spec: Select): Select {
  return JSON.parse(JSON.stringify(spec).replaceAll('"kind":"result"', '"kind":"subquery"')) as Select
}

function build(db: LooseDb, spec: Generated, builder: StatementBuilder): LooseQuery {
  switch (spec.kind) {
    case 'select':
      return builder.select(db, spec.select)
    case 'count':
      return builder.count(db, spec.select)
    case 'update':
      return buildUpdate(db, spec, builder)
    case 'delete':
      return buildDelete(db, spec, builder)
    case 'insert':
      return db
        .insertInto('variables')
        .columns(['id', 'name', 'revision', 'type', 'createdAt', 'updatedAt'])
        .expression((eb) => selectCopies(eb, spec.select, builder))
        .returning(['id', 'name', 'revision'])
    case 'changing result':
      return buildChangingResult(db, spec, builder)
    default:
      return spec satisfies never
  }
}

function buildUpdate(
  db: LooseDb,
  { table, where, from, named }: Extract<Generated, { kind: 'update' }>,
  builder: StatementBuilder,
): LooseQuery {
  const update = db.updateTable(table)
  const joined = from ? update.from(builder.source(from, 'u')) : update
  const changed = joined
    .set((eb) => ({
      revision: sql`${sql.ref(`${table}.revision`)} + 1`,
      ...(named && { createdAt: builder.count(eb, named) }),
    }))
    .where((eb) => bracketIf(from !== undefined, builder.predicate(eb, where, table)))
  return (from ? changed.whereRef('u.name', '=', `${table}.name`) : changed).returning([`${table}.id`])
}

function buildDelete(
  db: LooseDb,
  { table, where, using }: Extract<Generated, { kind: 'delete' }>,
  builder: StatementBuilder,
): LooseQuery {
  const other = builder.speech.deleteUsing ? using : undefined
  const deletion = db.deleteFrom(table)
  const joined = other ? deletion.using(builder.source(other, 'u')) : deletion
  const narrowed = joined.where((eb) => bracketIf(other !== undefined, builder.predicate(eb, where, table)))
  return (other ? narrowed.whereRef('u.name', '=', `${table}.name`) : narrowed).returning([`${table}.id`])
}

/** Beside another condition, Kysely itself puts no brackets around hand-written SQL. */
const bracketIf = (isNeeded: boolean, condition: unknown) => (isNeeded ? sql`(${condition})` : condition)

/** A result that changes rows, where the database knows such; else the change by itself. */
function buildChangingResult(
  db: LooseDb,
  { table, where, deletes }: Extract<Generated, { kind: 'changing result' }>,
  builder: StatementBuilder,
): LooseQuery {
  const change = (creator: LooseDb) =>
    (deletes ? creator.deleteFrom(table) : creator.updateTable(table).set(() => ({ revision: 9 })))
      .where((eb) => builder.predicate(eb, where, table))
      .returning([`${table}.id`, `${table}.name`])
  return builder.speech.changingResults
    ? db.with('changed', change).selectFrom('changed').selectAll()
    : change(db)
}

function selectCopies(eb: LooseBuilder, spec: Select, builder: StatementBuilder): LooseQuery {
  const alias = builder.alias()
  return eb
    .selectFrom(builder.select(eb, spec).as(alias))
    .select([
      sql`'copy of ' || ${sql.ref(`${alias}.id`)}`.as('id'),
      `${alias}.name`,
      `${alias}.revision`,
      sql.lit('static').as('type'),
      sql.lit(1).as('createdAt'),
      sql.lit(1).as('updatedAt'),
    ])
    .where(`${alias}.id`, 'is not', null)
}
