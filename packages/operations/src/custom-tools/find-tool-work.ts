import type { CustomToolWork } from '@runnel/contract'
import type { OperationContext } from '../context.ts'

/** What is needed to offer and call a custom tool; undefined where the workspace has none of that id. */
export async function findToolWork(
  context: Pick<OperationContext, 'db'>,
  workspaceId: string,
  toolId: string,
): Promise<CustomToolWork | undefined> {
  const row = await context.db.read(workspaceId).customTools.find(toolId)
  if (!row) return undefined
  const { id, name, description, schema, func } = row
  return { id, name, description, schema, func }
}
