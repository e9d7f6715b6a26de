import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  type DeleteQueryNode,
  FromNode,
  IdentifierNode,
  type JoinNode,
  type JoinType,
  OnNode,
  type OperationNode,
  ParensNode,
  SelectionNode,
  SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  UsingNode,
  WhereNode,
} from 'kysely'
import {
  type NamedTable,
  namesIds,
  ownRows,
  ownRowsOfIds,
  type RowScope,
  readNamedTable,
} from './own-rows.ts'

/** A scope, and the names that a statement gives to its own results (`with`). */
export interface StatementScope extends RowScope {
  /** Told of every name that is no table of the scope; it must be one of the statement's own. */
  noteName(name: string): void
}

const NARROWED_BY_ON: ReadonlySet<JoinType> = new Set([
  'InnerJoin',
  'LeftJoin',
  'LateralInnerJoin',
  'LateralLeftJoin',
])
const NARROWED_BY_WHERE: ReadonlySet<JoinType> = new Set(['CrossJoin', 'LateralCrossJoin'])
/** They give rows of a side that no condition beside the join can leave out without losing others. */
const OUTER: ReadonlySet<JoinType> = new Set(['RightJoin', 'FullJoin'])

/** What a statement reads beside the table that it changes. */
interface Sources {
  tables: readonly OperationNode[]
  joins: readonly JoinNode[]
}

/** The same, held to the owner once the rows of `narrowed` are, by the statement's own condition. */
interface HeldSources extends Sources {
  narrowed: NamedTable[]
}

/** Holds everything that a select reads itself to the owner; its subqueries are held by themselves. */
export function restrictSelect(scope: StatementScope, node: SelectQueryNode): SelectQueryNode {
  const held = holdSources(scope, { tables: node.from?.froms ?? [], joins: node.joins ?? [] })
  return {
    ...node,
    ...(node.from && { from: FromNode.create(held.tables) }),
    ...(node.joins && { joins: held.joins }),
    ...narrow(scope, node.where, held.narrowed),
  }
}

/** Holds an update, and what it reads beside its table, to the owner. */
export function restrictUpdate(scope: StatementScope, node: UpdateQueryNode): UpdateQueryNode {
  const held = holdSources(scope, { tables: node.from?.froms ?? [], joins: node.joins ?? [] })
  return {
    ...node,
    ...(node.from && { from: FromNode.create(held.tables) }),
    ...(node.joins && { joins: held.joins }),
    ...narrow(scope, node.where, [...held.narrowed, targetOf(node.table)]),
  }
}

/** Holds a delete, and what it reads beside its table, to the owner. */
export function restrictDelete(scope: StatementScope, node: DeleteQueryNode): DeleteQueryNode {
  const held = holdSources(scope, { tables: node.using?.tables ?? [], joins: node.joins ?? [] })
  return {
    ...node,
    ...(node.using && { using: UsingNode.create(held.tables) }),
    ...(node.joins && { joins: held.joins }),
    ...narrow(scope, node.where, [...held.narrowed, ...node.from.froms.map(targetOf)]),
  }
}

function targetOf(node: OperationNode | undefined): NamedTable {
  const table = readNamedTable(node)
  if (!table) throw new Error('Only a table can be changed.')
  return table
}

function holdSources(scope: StatementScope, { tables, joins }: Sources): HeldSources {
  for (const { joinType } of joins) checkJoin(joinType)
  if (joins.some(({ joinType }) => OUTER.has(joinType))) {
    return {
      tables: tables.map((table) => wrap(scope, table)),
      joins: joins.map((join): JoinNode => ({ ...join, table: wrap(scope, join.table) })),
      narrowed: [],
    }
  }
  const byWhere = joins.filter(({ joinType }) => NARROWED_BY_WHERE.has(joinType)).map(({ table }) => table)
  return {
    tables,
    joins: joins.map((join) => (NARROWED_BY_ON.has(join.joinType) ? narrowJoin(scope, join) : join)),
    narrowed: [...tables, ...byWhere].flatMap((node) => findOwnedTable(scope, node) ?? []),
  }
}

function checkJoin(joinType: JoinType): void {
  if (NARROWED_BY_ON.has(joinType) || NARROWED_BY_WHERE.has(joinType) || OUTER.has(joinType)) return
  throw new Error(`A join of kind ${joinType} cannot be held to an owner.`)
}

/** Puts a table behind a select of its own, so that no kind of join sees another row. */
function wrap(scope: StatementScope, node: OperationNode): OperationNode {
  const table = findOwnedTable(scope, node)
  if (!table) return node
  const inner = { table: table.table, name: table.table }
  const rows = {
    ...SelectQueryNode.createFrom([TableNode.create(table.table)]),
    selections: [SelectionNode.createSelectAll()],
    where: WhereNode.create(ownRows(scope, inner)),
  }
  return AliasNode.create(rows, IdentifierNode.create(table.name))
}

/** The table of the scope that a source names; undefined for subqueries and for the statement's own results. */
function findOwnedTable(scope: StatementScope, node: OperationNode): NamedTable | undefined {
  const table = readNamedTable(node)
  if (!table || scope.columns.has(table.table)) return table
  scope.noteName(table.table)
  return undefined
}

function narrow(
  scope: RowScope,
  where: WhereNode | undefined,
  tables: readonly NamedTable[],
): { where?: WhereNode } {
  const own = namesIds(where) ? ownRowsOfIds : ownRows
  const conditions = tables.map((table) => own(scope, table))
  if (conditions.length === 0) return {}
  const condition = conditions.reduce<OperationNode | undefined>(both, where?.where)
  return condition ? { where: WhereNode.create(condition) } : {}
}

function narrowJoin(scope: StatementScope, join: JoinNode): JoinNode {
  const table = findOwnedTable(scope, join.table)
  if (!table) return join
  return { ...join, on: OnNode.create(both(join.on?.on, ownRows(scope, table))) }
}

/** Each condition that was there is put in brackets unless it is plain: hand-written SQL may hold an `or`. */
function both(given: OperationNode | undefined, own: OperationNode): OperationNode {
  return given ? AndNode.create(bracket(given), own) : own
}

const PLAIN: ReadonlySet<string> = new Set([
  'ValueNode',
  'ReferenceNode',
  'PrimitiveValueListNode',
  'ValueListNode',
])

function bracket(condition: OperationNode): OperationNode {
  if (AndNode.is(condition)) return AndNode.create(bracket(condition.left), bracket(condition.right))
  return ParensNode.is(condition) || isPlain(condition) ? condition : ParensNode.create(condition)
}

function isPlain(condition: OperationNode): boolean {
  if (!BinaryOperationNode.is(condition)) return false
  return PLAIN.has(condition.leftOperand.kind) && PLAIN.has(condition.rightOperand.kind)
}
