import {
  type BinaryOperationNode,
  type CommonTableExpressionNameNode,
  type DeleteQueryNode,
  type InsertQueryNode,
  type MergeQueryNode,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  type QueryId,
  type RawNode,
  type RootOperationNode,
  type SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
} from 'kysely'
import { checkRawSql } from './check-raw-sql.ts'
import { type RowScope, readNamedTable } from './own-rows.ts'
import { refuseMove, restrictInsert } from './restrict-insert.ts'
import { restrictDelete, restrictSelect, restrictUpdate } from './restrict-query.ts'

/** One statement that is being held to an owner. */
interface Statement extends RowScope {
  /** Names that it gives to its own results. */
  ownNames: Set<string>
  /** Names that it reads and that are no tables of the scope. */
  usedNames: Set<string>
}

const STATEMENTS: ReadonlySet<string> = new Set([
  'SelectQueryNode',
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
])

/**
 * Goes through a statement with all its parts (results with names, compound selects, subqueries anywhere) and holds
 * each of them to the owner; refuses what it cannot hold.
 */
class ScopeTransformer extends OperationNodeTransformer {
  #statement: Statement | undefined
  /** A builder that stands inside another one was held already when it was put there. */
  readonly #held = new WeakMap<OperationNode, string>()

  hold(root: RootOperationNode, scope: RowScope): RootOperationNode {
    if (!STATEMENTS.has(root.kind)) {
      throw new Error(`A statement of kind ${root.kind} cannot be held to an owner.`)
    }
    const outer = this.#statement
    const statement = { ...scope, ownNames: new Set<string>(), usedNames: new Set<string>() }
    this.#statement = statement
    try {
      const held = this.transformNode(root)
      const unknown = [...statement.usedNames].find((name) => !statement.ownNames.has(name))
      if (unknown !== undefined) throw new Error(`The table ${unknown} cannot be used in this scope.`)
      return held
    } finally {
      this.#statement = outer
    }
  }

  protected override transformNodeImpl<T extends OperationNode>(node: T, queryId?: QueryId): T {
    const { owner } = this.#scope()
    if (this.#held.get(node) === owner) return node
    const transformed = super.transformNodeImpl(node, queryId)
    if (STATEMENTS.has(node.kind)) this.#held.set(transformed, owner)
    return transformed
  }

  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    return restrictSelect(this.#scope(), super.transformSelectQuery(node, queryId))
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    return restrictInsert(this.#scope(), super.transformInsertQuery(node, queryId))
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    const table = readNamedTable(node.table)
    if (table) refuseMove(this.#scope(), table, node.updates)
    return restrictUpdate(this.#scope(), super.transformUpdateQuery(node, queryId))
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, queryId?: QueryId): DeleteQueryNode {
    return restrictDelete(this.#scope(), super.transformDeleteQuery(node, queryId))
  }

  protected override transformMergeQuery(_node: MergeQueryNode): MergeQueryNode {
    throw new Error('A merge cannot be held to an owner.')
  }

  protected override transformRaw(node: RawNode, queryId?: QueryId): RawNode {
    checkRawSql(node)
    return super.transformRaw(node, queryId)
  }

  /** SQLite reads a table that is named behind `in`. */
  protected override transformBinaryOperation(
    node: BinaryOperationNode,
    queryId?: QueryId,
  ): BinaryOperationNode {
    const isList = OperatorNode.is(node.operator) && /in$/.test(node.operator.operator)
    if (isList && TableNode.is(node.rightOperand)) throw new Error('Select from the table that is searched.')
    return super.transformBinaryOperation(node, queryId)
  }

  protected override transformCommonTableExpressionName(
    node: CommonTableExpressionNameNode,
    queryId?: QueryId,
  ): CommonTableExpressionNameNode {
    const { columns, ownNames } = this.#scope()
    const name = node.table.table.identifier.name
    if (columns.has(name))
      throw new Error(`A result cannot be called ${name}: there is a table of that name.`)
    ownNames.add(name)
    return super.transformCommonTableExpressionName(node, queryId)
  }

  #scope() {
    const statement = this.#statement
    if (!statement) throw new Error('No statement is being held.')
    return { ...statement, noteName: (name: string) => void statement.usedNames.add(name) }
  }
}

const transformer = new ScopeTransformer()

/** The statement with every part of it held to the owner. @throws for what cannot be held */
export function holdToOwner(root: RootOperationNode, scope: RowScope): RootOperationNode {
  return transformer.hold(root, scope)
}
