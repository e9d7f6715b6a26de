import type { Graph } from '@runnel/node-kit'
import { askNeo4j } from './ask-neo4j.ts'
import { describeSchema } from './describe-schema.ts'
import { readStatement } from './reading-statement.ts'

/** A database of Neo4j, asked for rows by statements that were looked at. */
export const readNeo4j: Graph = {
  describe: describeSchema,
  async ask(component, { statement, mostRows }, call) {
    const { columns, rows } = await askNeo4j(component, call, readStatement(statement, mostRows + 1))
    return { columns, rows: rows.slice(0, mostRows), isCut: rows.length > mostRows }
  },
}
