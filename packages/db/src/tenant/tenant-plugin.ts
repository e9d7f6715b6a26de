import {
  ColumnNode,
  type DeleteQueryNode,
  InsertQueryNode,
  JoinNode,
  type KyselyPlugin,
  OnConflictNode,
  type OperationNode,
  PrimitiveValueListNode,
  QueryNode,
  type RootOperationNode,
  type SelectQueryNode,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely'
import { namesIds, ownRows, ownRowsOfIds, WORKSPACE_COLUMN } from './own-rows.ts'

/**
 * Adds the workspace to every statement that Kysely builds: a condition on each table that is read, joined, updated
 * or deleted from (a row that an insert would replace included), a value in each row that is inserted. No reader or writer can forget it. Subqueries and SQL that
 * is written by hand name the workspace themselves.
 */
export function createTenantPlugin(workspaceId: string): KyselyPlugin {
  return {
    transformQuery: ({ node }) => restrictToWorkspace(node, workspaceId),
    transformResult: async ({ result }) => result,
  }
}

function restrictToWorkspace(node: RootOperationNode, workspaceId: string): RootOperationNode {
  switch (node.kind) {
    case 'SelectQueryNode':
      return restrictSelect(node, workspaceId)
    case 'UpdateQueryNode':
      refuseMove(node)
      return narrow(node, node.table, workspaceId)
    case 'DeleteQueryNode': {
      const [table] = node.from.froms
      if (table === undefined) throw new Error('A delete without a table cannot be held to a workspace.')
      return narrow(node, table, workspaceId)
    }
    case 'InsertQueryNode':
      return InsertQueryNode.cloneWith(node, addWorkspaceValue(node, workspaceId))
    case 'RawNode':
      return node
    default:
      throw new Error(`A statement of kind ${node.kind} cannot be held to a workspace.`)
  }
}

function narrow<Node extends SelectQueryNode | UpdateQueryNode | DeleteQueryNode>(
  node: Node,
  table: OperationNode | undefined,
  workspaceId: string,
): Node {
  const own = namesIds(node.where) ? ownRowsOfIds : ownRows
  return QueryNode.cloneWithWhere(node, own(table, workspaceId))
}

function refuseMove({ updates }: UpdateQueryNode): void {
  const moves = updates?.some(
    ({ column }) => ColumnNode.is(column) && column.column.name === WORKSPACE_COLUMN,
  )
  if (moves) throw new Error('A row stays in the workspace in which it was made.')
}

function restrictSelect(node: SelectQueryNode, workspaceId: string): SelectQueryNode {
  let restricted = node
  for (const table of node.from?.froms ?? []) restricted = narrow(restricted, table, workspaceId)
  if (!node.joins) return restricted
  const joins = node.joins.map((join) => JoinNode.cloneWithOn(join, ownRows(join.table, workspaceId)))
  return { ...restricted, joins }
}

function addWorkspaceValue(node: InsertQueryNode, workspaceId: string): Partial<InsertQueryNode> {
  if (!node.columns || !node.values || !ValuesNode.is(node.values)) {
    throw new Error('Only plain rows can be inserted into a workspace.')
  }
  const rows = node.values.values.map((row) =>
    PrimitiveValueListNode.is(row)
      ? PrimitiveValueListNode.create([...row.values, workspaceId])
      : ValueListNode.create([...row.values, ValueNode.create(workspaceId)]),
  )
  const onConflict =
    node.onConflict?.updates &&
    OnConflictNode.cloneWithUpdateWhere(node.onConflict, ownRows(node.into, workspaceId))
  return {
    ...(onConflict ? { onConflict } : {}),
    columns: [...node.columns, ColumnNode.create(WORKSPACE_COLUMN)],
    values: ValuesNode.create(rows),
  }
}
