import {
  AliasNode,
  CastNode,
  ColumnNode,
  type ColumnUpdateNode,
  DataTypeNode,
  IdentifierNode,
  InsertQueryNode,
  OnConflictNode,
  type OperationNode,
  PrimitiveValueListNode,
  SelectionNode,
  SelectQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely'
import { type NamedTable, ownerColumn, ownRows, type RowScope, readNamedTable } from './own-rows.ts'

/** Adds the owner to each row of an insert, and holds the row that it may change instead to the owner. */
export function restrictInsert(scope: RowScope, node: InsertQueryNode): InsertQueryNode {
  const into = readNamedTable(node.into)
  if (!into || !node.columns || !node.values) throw notPlain()
  if (node.replace || node.orAction || node.onDuplicateKey) {
    throw new Error('An insert that replaces rows cannot be held to an owner: say what a conflict does.')
  }
  const column = ownerColumn(scope, into.table)
  refuseOwner(column, node.columns)
  return InsertQueryNode.cloneWith(node, {
    ...(node.onConflict ? { onConflict: restrictConflict(scope, into, node.onConflict) } : {}),
    columns: [...node.columns, ColumnNode.create(column)],
    values: addOwner(node.values, scope.owner),
  })
}

/** Refuses to set the column that names the owner: a row stays where it was made. */
export function refuseMove(
  scope: RowScope,
  table: NamedTable,
  updates: readonly ColumnUpdateNode[] | undefined,
): void {
  const column = ownerColumn(scope, table.table)
  refuseOwner(column, updates?.map((update) => update.column) ?? [])
}

function refuseOwner(owner: string, columns: readonly OperationNode[]): void {
  for (const node of columns) {
    if (!ColumnNode.is(node)) throw new Error('Only plain columns can be set.')
    if (node.column.name === owner)
      throw new Error('A row stays in the workspace or organisation in which it was made.')
  }
}

function restrictConflict(scope: RowScope, into: NamedTable, node: OnConflictNode): OnConflictNode {
  if (!node.updates) return node
  refuseMove(scope, into, node.updates)
  if (node.updateWhere?.where.kind === 'RawNode') throw notPlain()
  return OnConflictNode.cloneWithUpdateWhere(node, ownRows(scope, into))
}

function addOwner(values: OperationNode, owner: string): OperationNode {
  if (SelectQueryNode.is(values)) return selectOwner(values, owner)
  if (!ValuesNode.is(values)) throw notPlain()
  return ValuesNode.create(
    values.values.map((row) =>
      PrimitiveValueListNode.is(row)
        ? PrimitiveValueListNode.create([...row.values, owner])
        : ValueListNode.create([...row.values, ValueNode.create(owner)]),
    ),
  )
}

/** Every part of a compound select gives the owner as its last column. */
function selectOwner(node: SelectQueryNode, owner: string): SelectQueryNode {
  const setOperations = node.setOperations?.map((operation) => {
    if (!SelectQueryNode.is(operation.expression)) throw notPlain()
    return { ...operation, expression: selectOwner(operation.expression, owner) }
  })
  return {
    ...node,
    selections: [
      ...(node.selections ?? []),
      SelectionNode.create(AliasNode.create(ownerText(owner), IdentifierNode.create('owner'))),
    ],
    ...(setOperations && { setOperations }),
  }
}

/** Typed, for PostgreSQL takes the types of a compound select from its parts. */
function ownerText(owner: string): OperationNode {
  return CastNode.create(ValueNode.create(owner), DataTypeNode.create('text'))
}

function notPlain(): Error {
  return new Error('Only plain rows, or those of a select, can be inserted for an owner.')
}
