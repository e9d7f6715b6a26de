import fc from 'fast-check'

/** The tables that statements are generated for: all have id, name and revision. */
export type Table = 'variables' | 'credentials' | 'customTools'
/** Kinds of joins. */
export type Join = 'inner' | 'left' | 'right' | 'full' | 'cross' | 'lateral'
type Compound = 'union' | 'unionAll' | 'intersect' | 'except'

/** Where rows come from; a `result` is a select that the head of the statement gives a name (`with`). */
export type Source = { kind: 'table'; table: Table } | { kind: 'subquery' | 'result'; select: Select }

/** A condition on a row. */
export type Predicate =
  | { kind: 'name'; isEqual: boolean; name: string }
  | { kind: 'raw' }
  | { kind: 'exists' | 'in' | 'not in'; select: Select }
  | { kind: 'count'; atLeast: number; select: Select }
  | { kind: 'and' | 'or'; parts: Predicate[] }
  | { kind: 'not'; part: Predicate }

/** A select of rows with id, name and revision. */
export interface Select {
  source: Source
  join: { kind: Join; source: Source } | undefined
  where: Predicate | undefined
  /** Counts rows of another select instead of giving the revision. */
  counted: Select | undefined
  compound: { kind: Compound; select: Select } | undefined
}

/** A statement of any shape. */
export type Generated =
  | { kind: 'select'; select: Select }
  | { kind: 'count'; select: Select }
  | { kind: 'update'; table: Table; where: Predicate; from: Source | undefined; named: Select | undefined }
  | { kind: 'delete'; table: Table; where: Predicate; using: Source | undefined }
  | { kind: 'insert'; select: Select }
  | { kind: 'changing result'; table: Table; where: Predicate; deletes: boolean }

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const table = fc.constantFrom<Table>('variables', 'credentials', 'customTools')
const name = fc.constantFrom('alpha', 'beta', 'gamma')

const anySource = (select: fc.Arbitrary<Select>): fc.Arbitrary<Source> =>
  fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ kind: fc.constant('table' as const), table }),
    fc.record({ kind: fc.constantFrom('subquery' as const, 'result' as const), select }),
  )

const anyPredicate = (
  select: fc.Arbitrary<Select>,
  predicate: fc.Arbitrary<Predicate>,
): fc.Arbitrary<Predicate> =>
  fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ kind: fc.constant('name' as const), isEqual: fc.boolean(), name }),
    fc.record({ kind: fc.constant('raw' as const) }),
    fc.record({ kind: fc.constantFrom('exists' as const, 'in' as const, 'not in' as const), select }),
    fc.record({ kind: fc.constant('count' as const), atLeast: fc.nat(3), select }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.array(predicate, { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('not' as const), part: predicate }),
  )

const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.option(arbitrary, { nil: undefined, freq: 1, depthSize: 'xsmall' })

const anySelect = (tied: {
  source: fc.Arbitrary<Source>
  predicate: fc.Arbitrary<Predicate>
  select: fc.Arbitrary<Select>
}): fc.Arbitrary<Select> =>
  fc.record({
    source: tied.source,
    join: maybe(
      fc.record({
        kind: fc.constantFrom<Join>('inner', 'left', 'right', 'full', 'cross', 'lateral'),
        source: tied.source,
      }),
    ),
    where: maybe(tied.predicate),
    counted: seldom(tied.select),
    compound: seldom(
      fc.record({
        kind: fc.constantFrom<Compound>('union', 'unionAll', 'intersect', 'except'),
        select: tied.select,
      }),
    ),
  })

const tied = fc.letrec((tie) => {
  const source = tie('source') as fc.Arbitrary<Source>
  const predicate = tie('predicate') as fc.Arbitrary<Predicate>
  const select = tie('select') as fc.Arbitrary<Select>
  return {
    source: anySource(select),
    predicate: anyPredicate(select, predicate),
    select: anySelect({ source, predicate, select }),
  }
})
const { source, predicate, select } = tied

/** Statements of every shape that is generated. */
export const generatedStatement: fc.Arbitrary<Generated> = fc.oneof(
  fc.record({ kind: fc.constant('select' as const), select }),
  fc.record({ kind: fc.constant('count' as const), select }),
  fc.record({
    kind: fc.constant('update' as const),
    table,
    where: predicate,
    from: maybe(source),
    named: maybe(select),
  }),
  fc.record({ kind: fc.constant('delete' as const), table, where: predicate, using: maybe(source) }),
  fc.record({ kind: fc.constant('insert' as const), select }),
  fc.record({
    kind: fc.constant('changing result' as const),
    table,
    where: predicate,
    deletes: fc.boolean(),
  }),
)
