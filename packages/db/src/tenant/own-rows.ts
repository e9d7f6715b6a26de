import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  IdentifierNode,
  type OperationNode,
  OperatorNode,
  RawNode,
  ReferenceNode,
  TableNode,
  ValueNode,
  type WhereNode,
} from 'kysely'

/** Whose rows a statement may touch: the column that names the owner in each of its tables, and the owner's id. */
export interface RowScope {
  columns: ReadonlyMap<string, string>
  owner: string
}

/** A table where a statement reads or writes it. */
export interface NamedTable {
  /** As the schema calls it. */
  table: string
  /** As the statement calls it. */
  name: string
}

/** The table that a from item or a join names; undefined for a subquery. @throws for what cannot be held to an owner */
export function readNamedTable(node: OperationNode | undefined): NamedTable | undefined {
  if (node && TableNode.is(node)) return namedTable(node, node.table.identifier.name)
  if (!node || !AliasNode.is(node) || !IdentifierNode.is(node.alias)) throw unnamedTable()
  if (TableNode.is(node.node)) return namedTable(node.node, node.alias.name)
  if (node.node.kind === 'SelectQueryNode') return undefined
  throw unnamedTable()
}

function namedTable({ table }: TableNode, name: string): NamedTable {
  if (table.schema) throw unnamedTable()
  return { table: table.identifier.name, name }
}

function unnamedTable(): Error {
  return new Error('Only named tables and subqueries can be held to an owner.')
}

/** The condition that the rows of a table are the owner's. */
export function ownRows(scope: RowScope, table: NamedTable): OperationNode {
  return isEqual(ownerColumnOf(scope, table), ValueNode.create(scope.owner))
}

/**
 * As `ownRows`, for rows that are found by their id: the owner is compared in a form that no index fits. While
 * PostgreSQL has no statistics, it could as well take the index on the owner, and read every row of it.
 */
export function ownRowsOfIds(scope: RowScope, table: NamedTable): OperationNode {
  return isEqual(withoutIndex(ownerColumnOf(scope, table)), ValueNode.create(scope.owner))
}

/** True when one of the conditions that must all hold names rows by their id. */
export function namesIds(where: WhereNode | undefined): boolean {
  return where !== undefined && conditionsOf(where.where).some(isAboutId)
}

/** The column that names the owner in a table. @throws for a table that nobody owns */
export function ownerColumn({ columns }: RowScope, table: string): string {
  const column = columns.get(table)
  if (column === undefined) throw new Error(`The table ${table} cannot be used in this scope.`)
  return column
}

function isEqual(left: OperationNode, right: OperationNode): OperationNode {
  return BinaryOperationNode.create(left, OperatorNode.create('='), right)
}

function withoutIndex(column: OperationNode): OperationNode {
  return RawNode.create(['', ` || ''`], [column])
}

function ownerColumnOf(scope: RowScope, { table, name }: NamedTable): ReferenceNode {
  return ReferenceNode.create(ColumnNode.create(ownerColumn(scope, table)), TableNode.create(name))
}

function conditionsOf(node: OperationNode): OperationNode[] {
  return AndNode.is(node) ? [...conditionsOf(node.left), ...conditionsOf(node.right)] : [node]
}

function isAboutId(node: OperationNode): boolean {
  if (!BinaryOperationNode.is(node) || !OperatorNode.is(node.operator)) return false
  const { leftOperand, operator } = node
  if (operator.operator !== '=' && operator.operator !== 'in') return false
  if (!ReferenceNode.is(leftOperand) || !ColumnNode.is(leftOperand.column)) return false
  return leftOperand.column.column.name === 'id'
}
