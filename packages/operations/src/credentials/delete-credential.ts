import { type Principal, workspaceOf } from '@runnel/access'
import type { Deletion } from '@runnel/contract'
import type { OperationContext } from '../context.ts'

/** Deletes a credential; flows that use it say so when they run. */
export async function deleteCredential(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<Deletion> {
  await context.db.write(workspaceOf(principal), (writer) => writer.credentials.delete(id))
  return { raw: [], affected: 1 }
}
