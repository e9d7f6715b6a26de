import { type Principal, workspaceOf } from '@runnel/access'
import type { CustomTool } from '@runnel/contract'
import { checkEchoes } from '../check-echoes.ts'
import type { OperationContext } from '../context.ts'
import { type CustomToolInput, checkCustomTool } from './check-custom-tool.ts'
import { presentCustomTool } from './present-custom-tool.ts'

/** Changes a custom tool. */
export async function updateCustomTool(
  context: OperationContext,
  principal: Principal,
  change: { id: string; input: CustomToolInput; expectedRevision?: number | undefined },
): Promise<CustomTool> {
  const workspaceId = workspaceOf(principal)
  const row = await context.db.read(workspaceId).customTools.get(change.id)
  checkEchoes(change.input, presentCustomTool(row), ['id', 'workspaceId', 'createdDate'])
  checkCustomTool(principal, change.input, row)
  const { name, description, color, iconSrc, schema, func } = change.input
  const updated = await context.db.write(workspaceId, (writer) =>
    writer.customTools.update(
      change.id,
      { name, description, color, iconSrc, schema, func },
      { expectedRevision: change.expectedRevision },
    ),
  )
  return presentCustomTool(updated)
}
