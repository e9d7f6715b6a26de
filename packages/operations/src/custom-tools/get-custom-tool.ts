import { type Principal, workspaceOf } from '@runnel/access'
import type { CustomTool } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { presentCustomTool } from './present-custom-tool.ts'

/** One custom tool. @throws RunnelError `not_found` */
export async function getCustomTool(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<CustomTool> {
  return presentCustomTool(await context.db.read(workspaceOf(principal)).customTools.get(id))
}
