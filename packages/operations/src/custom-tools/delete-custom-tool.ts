import { type Principal, workspaceOf } from '@runnel/access'
import type { Deletion } from '@runnel/contract'
import type { OperationContext } from '../context.ts'

/** Deletes a custom tool; flows that use it say so when they run. */
export async function deleteCustomTool(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<Deletion> {
  await context.db.write(workspaceOf(principal), (writer) => writer.customTools.delete(id))
  return { raw: [], affected: 1 }
}
