import type { FlowNode, JsonObject } from '@runnel/contract'

/**
 * Lifts the values of a node that was saved by an older version of its type; the meaning stays what it was.
 * `number`: our own, rising; `below`: applies to nodes whose `typeVersion` is lower.
 */
export interface ValueMigration {
  number: number
  below: number
  migrate(values: JsonObject): JsonObject
}

/**
 * A node as the present version of its type reads it. Every migration above its version is made in order, and its
 * version becomes the last one's, so that none is made twice. A node without a version is the oldest. A node that
 * needs none comes back as the same object.
 */
export function migrateNode(node: FlowNode, migrations: readonly ValueMigration[]): FlowNode {
  const version = node.typeVersion ?? 0
  const due = migrations.filter(({ below }) => version < below).toSorted((a, b) => a.number - b.number)
  if (due.length === 0) return node
  const values = due.reduce((current, migration) => migration.migrate(current), node.values)
  const typeVersion = Math.max(version, ...due.map(({ below }) => below))
  return { ...node, values, typeVersion }
}
