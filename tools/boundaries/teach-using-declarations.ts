import type { Statement, VariableDeclarator } from '@swc/core'
import { Visitor } from '@swc/core/Visitor.js'

/** swc's types do not name it, though its parser makes it. */
interface UsingDeclaration {
  readonly decls: VariableDeclarator[]
}

let isTaught = false

/**
 * Lets swc's visitor, which dependency-cruiser walks with, pass `using` and `await using`: the parser knows them,
 * the visitor throws on them. Repeated calls change nothing.
 */
export function teachUsingDeclarations(): void {
  if (isTaught) return
  isTaught = true
  const visitKnownStatement = Visitor.prototype.visitStatement
  Visitor.prototype.visitStatement = function visitStatement(statement: Statement): Statement {
    if ((statement.type as string) !== 'UsingDeclaration') return visitKnownStatement.call(this, statement)
    this.visitVariableDeclarators((statement as unknown as UsingDeclaration).decls)
    return statement
  }
}
