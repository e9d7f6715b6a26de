import { type Principal, workspaceOf } from '@runnel/access'
import { type ApiKey, isoTime } from '@runnel/contract'
import type { ApiKeyRow, FlowName, PageQuery } from '@runnel/db'
import type { OperationContext } from '../context.ts'

/** How every key begins. */
export const KEY_PREFIX = 'rk_'

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
    expiresDate: row.expiresAt === null ? null : isoTime(row.expiresAt),
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
