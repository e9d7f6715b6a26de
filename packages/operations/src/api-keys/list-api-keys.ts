import { type Principal, workspaceOf } from '@runnel/access'
import { type ApiKey, isoTime, type OrganizationKey } from '@runnel/contract'
import type { ApiKeyRow, FlowName, KeyMaker, PageQuery } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { keyPermissions } from '../key-permissions.ts'
import { administratorNeeded } from '../people-rights.ts'
import { tellMayWithKey } from './assert-may-change-key.ts'

/** How every key begins. */
export const KEY_PREFIX = 'rk_'

/** What is known beside the row of a key. */
interface KeySurroundings {
  flows: FlowName[]
  makers: ReadonlyMap<string, KeyMaker>
  shownKey: string | undefined
  may: ApiKey['may']
}

function presentKey(row: ApiKeyRow, { flows, makers, shownKey, may }: KeySurroundings): ApiKey {
  const maker = row.createdBy === null ? undefined : makers.get(row.createdBy)
  const rights = row.createdBy === null ? undefined : (maker?.rights ?? 'nothing')
  return {
    id: row.id,
    keyName: row.keyName,
    apiKey: shownKey ?? `${KEY_PREFIX}…${row.keyHint}`,
    ...(shownKey === undefined ? {} : { isNew: true as const }),
    permissions: row.permissions,
    effectivePermissions: keyPermissions(row.permissions, rights),
    isHeld: rights === 'nothing',
    revision: row.revision,
    maker: maker && row.createdBy !== null ? { id: row.createdBy, name: maker.name } : null,
    createdDate: isoTime(row.createdAt),
    updatedDate: isoTime(row.updatedAt),
    lastUsedDate: row.lastUsedAt === null ? null : isoTime(row.lastUsedAt),
    expiresDate: row.expiresAt === null ? null : isoTime(row.expiresAt),
    workspaceId: row.workspaceId,
    chatFlows: flows.map(({ id, name }) => ({ flowName: name, id })),
    may,
  }
}

/** Names and permissions of the keys of all workspaces. @throws RunnelError `forbidden` for who is no administrator */
export async function listOrganizationKeys(
  { db }: OperationContext,
  principal: Principal,
  query: PageQuery,
): Promise<{ rows: OrganizationKey[]; total: number }> {
  if (principal.kind !== 'user' || !principal.isOrganizationAdmin) throw administratorNeeded()
  return db.system.apiKeys.listOfOrganization(principal.organizationId, query)
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
  const makerIds = [...new Set(rows.flatMap(({ createdBy }) => createdBy ?? []))]
  const [flows, makers] = await Promise.all([
    reader.flows.findByApiKeys(rows.map((row) => row.id)),
    context.db.system.apiKeys.findMakers(workspaceId, makerIds),
  ])
  return {
    rows: rows.map((row) =>
      presentKey(row, {
        flows: flows.get(row.id) ?? [],
        makers,
        shownKey: shown?.id === row.id ? shown.key : undefined,
        may: tellMayWithKey(context, principal, row),
      }),
    ),
    total,
  }
}
