import { randomUUID } from 'node:crypto'
import { grantablePermissions, type Principal } from '@runnel/access'
import { type ApiKey, RunnelError } from '@runnel/contract'
import type { ApiKeyRow, FlowName, PageQuery } from '@runnel/db'
import { createToken, hashToken } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'
import type { Deletion } from '../flows/delete-flow.ts'
import { workspaceOf } from '../flows/flow-permissions.ts'
import { isoTime } from '../flows/present-flow.ts'

const KEY_PREFIX = 'rk_'
const HINT_LENGTH = 4

function presentKey(row: ApiKeyRow, flows: FlowName[], shownKey?: string): ApiKey {
  return {
    id: row.id,
    keyName: row.keyName,
    apiKey: shownKey ?? `${KEY_PREFIX}…${row.keyHint}`,
    ...(shownKey === undefined ? {} : { isNew: true as const }),
    permissions: row.permissions,
    createdDate: isoTime(row.createdAt),
    updatedDate: isoTime(row.updatedAt),
    lastUsedDate: row.lastUsedAt === null ? null : isoTime(row.lastUsedAt),
    workspaceId: row.workspaceId,
    chatFlows: flows.map(({ id, name }) => ({ flowName: name, id })),
  }
}

/** Lists the workspace's keys, without the keys themselves. `shown` is the one key that was just made. */
export async function listApiKeys(
  context: OperationContext,
  principal: Principal,
  query: PageQuery & { shown?: { id: string; key: string } } = {},
): Promise<{ rows: ApiKey[]; total: number }> {
  const workspaceId = workspaceOf(principal)
  const { shown, ...paging } = query
  const reader = context.db.read(workspaceId)
  const { rows, total } = await reader.apiKeys.list({ limit: 200, ...paging })
  const flows = await reader.flows.findByApiKeys(rows.map((row) => row.id))
  return {
    rows: rows.map((row) =>
      presentKey(row, flows.get(row.id) ?? [], shown?.id === row.id ? shown.key : undefined),
    ),
    total,
  }
}

/** A key may do no more than its maker, and nothing that only people may. */
function checkGrant(principal: Principal, wanted: string[]): void {
  const granted = grantablePermissions(principal, wanted)
  const refused = wanted.filter((permission) => !granted.includes(permission))
  const first = refused[0]
  if (first === undefined) return
  throw new RunnelError('invalid_input', `permissions: “${first}” cannot be given to a key by you`, {
    issues: refused.map((permission) => ({ path: 'permissions', message: `${permission} cannot be given` })),
  })
}

/** Creates a key; the answer lists the newest keys, with the new one marked and shown whole, this once. */
export async function createApiKey(
  context: OperationContext,
  principal: Principal,
  input: { keyName: string; permissions: string[] },
): Promise<ApiKey[]> {
  checkGrant(principal, input.permissions)
  const key = `${KEY_PREFIX}${createToken()}`
  const id = randomUUID()
  await context.db.write(workspaceOf(principal), (writer) =>
    writer.apiKeys.insert({
      id,
      keyName: input.keyName,
      keyHash: hashToken(key),
      keyHint: key.slice(-HINT_LENGTH),
      permissions: input.permissions,
    }),
  )
  return (await listApiKeys(context, principal, { shown: { id, key } })).rows
}

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

/** Revokes a key at once. */
export async function deleteApiKey(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<Deletion> {
  await context.db.write(workspaceOf(principal), (writer) => writer.apiKeys.delete(id))
  return { raw: [], affected: 1 }
}
