import { type Principal, workspaceOf } from '@runnel/access'
import type { ApiKey } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { checkGrant } from './check-grant.ts'
import { listApiKeys } from './list-api-keys.ts'

/** Renames a key or changes what it may do. */
export async function updateApiKey(
  context: OperationContext,
  principal: Principal,
  change: { id: string; keyName?: string | undefined; permissions?: string[] | undefined },
): Promise<ApiKey[]> {
  if (change.permissions) checkGrant(principal, change.permissions)
  const { id, ...patch } = change
  await context.db.write(workspaceOf(principal), (writer) => writer.apiKeys.update(id, patch))
  return (await listApiKeys(context, principal)).rows
}
