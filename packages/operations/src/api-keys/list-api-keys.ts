import { type Principal, workspaceOf } from '@runnel/access'
import { type ApiKey, isoTime } from '@runnel/contract'
import type { ApiKeyRow, PageQuery } from '@runnel/db'
import type { OperationContext } from '../context.ts'

/** How every key begins. */
export const KEY_PREFIX = 'rk_'

type FlowsOfKey = Map<string, { flowName: string; id: string }[]>

async function flowsByKey(
  context: OperationContext,
  workspaceId: string,
  keyIds: string[],
): Promise<FlowsOfKey> {
  const reader = context.db.read(workspaceId)
  const entries = keyIds.map(async (apikeyid): Promise<[string, { flowName: string; id: string }[]]> => {
    const { rows } = await reader.flows.list({ apikeyid })
    return [apikeyid, rows.map((flow) => ({ flowName: flow.name, id: flow.id }))]
  })
  return new Map(await Promise.all(entries))
}

function presentKey(row: ApiKeyRow, flows: FlowsOfKey, shownKey?: string): ApiKey {
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
    chatFlows: flows.get(row.id) ?? [],
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
  const { rows, total } = await context.db.read(workspaceId).apiKeys.list({ limit: 200, ...paging })
  const flows = await flowsByKey(
    context,
    workspaceId,
    rows.map((row) => row.id),
  )
  return {
    rows: rows.map((row) => presentKey(row, flows, shown?.id === row.id ? shown.key : undefined)),
    total,
  }
}
