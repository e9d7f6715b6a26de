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

/** The column that says whose a row is. */
export const WORKSPACE_COLUMN = 'workspaceId'

/** The condition that the rows of a table are the workspace's. */
export function ownRows(table: OperationNode | undefined, workspaceId: string): OperationNode {
  return isEqual(workspaceColumnOf(table), ValueNode.create(workspaceId))
}

/**
 * As `ownRows`, for rows that are found by their id: the workspace is compared in a form that no index fits. While
 * PostgreSQL has no statistics, it could as well take the index on the workspace, and read every row of it.
 */
export function ownRowsOfIds(table: OperationNode | undefined, workspaceId: string): OperationNode {
  return isEqual(withoutIndex(workspaceColumnOf(table)), ValueNode.create(workspaceId))
}

/** True when one of the conditions that must all hold names rows by their id. */
export function namesIds(where: WhereNode | undefined): boolean {
  return where !== undefined && conditionsOf(where.where).some(isAboutId)
}

function isEqual(left: OperationNode, right: OperationNode): OperationNode {
  return BinaryOperationNode.create(left, OperatorNode.create('='), right)
}

function withoutIndex(column: OperationNode): OperationNode {
  return RawNode.create(['', ` || ''`], [column])
}

function workspaceColumnOf(table: OperationNode | undefined): ReferenceNode {
  return ReferenceNode.create(ColumnNode.create(WORKSPACE_COLUMN), TableNode.create(findTableName(table)))
}

function findTableName(table: OperationNode | undefined): string {
  if (table && TableNode.is(table)) return table.table.identifier.name
  if (table && AliasNode.is(table) && IdentifierNode.is(table.alias)) return table.alias.name
  throw new Error('Only named tables can be held to a workspace.')
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
