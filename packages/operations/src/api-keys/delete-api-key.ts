import { type Principal, workspaceOf } from '@runnel/access'
import type { Deletion } from '@runnel/contract'
import type { OperationContext } from '../context.ts'

/** Revokes a key at once. */
export async function deleteApiKey(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<Deletion> {
  await context.db.write(workspaceOf(principal), (writer) => writer.apiKeys.delete(id))
  return { raw: [], affected: 1 }
}
