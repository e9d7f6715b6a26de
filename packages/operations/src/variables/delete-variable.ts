import { type Principal, workspaceOf } from '@runnel/access'
import type { Deletion } from '@runnel/contract'
import type { OperationContext } from '../context.ts'

/** Deletes a variable; texts that name it keep the reference as text. */
export async function deleteVariable(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<Deletion> {
  await context.db.write(workspaceOf(principal), (writer) => writer.variables.delete(id))
  return { raw: [], affected: 1 }
}
