import type { Principal } from '@runnel/access'
import {
  isoTime,
  LONGEST_PROVISIONING_DAYS,
  MOST_PROVISIONING_TOKENS,
  type ProvisioningToken,
  RunnelError,
  refusalOf,
  tellWhy,
} from '@runnel/contract'
import type { ScimCallRow, ScimTokenRow } from '@runnel/db'
import { createToken, hashToken } from '@runnel/drivers'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { personOf } from '../people-rights.ts'
import { PROVISIONING_PREFIX } from './authenticate-provisioning.ts'

const HINT_LENGTH = 4
const DAY_MS = 24 * 60 * 60 * 1_000
const USUAL_DAYS = 365

/** The address for SCIM, below the one of the API, which has no slash at its end. */
export const scimBase = (api: string) => `${api}/scim/v2`

function presentToken(row: ScimTokenRow, token?: string): ProvisioningToken {
  return {
    id: row.id,
    name: row.name,
    token: token ?? `${PROVISIONING_PREFIX}…${row.hint}`,
    createdDate: isoTime(row.createdAt),
    expiresDate: isoTime(row.expiresAt),
    lastUsedDate: row.lastUsedAt === null ? null : isoTime(row.lastUsedAt),
  }
}

const presentCall = ({ id, at, tokenName, method, path, status, detail }: ScimCallRow) => ({
  id,
  date: isoTime(at),
  tokenName,
  method,
  path,
  status,
  detail,
})

/** How the provisioning of the caller's organisation is set up, and how its last calls went. */
export async function getProvisioning({ db }: OperationContext, principal: Principal, api: string) {
  const { provisioning } = db.organization(personOf(principal).organizationId)
  const [tokens, calls, { users, groups }] = await Promise.all([
    provisioning.listScimTokens(),
    provisioning.listScimCalls(),
    provisioning.countProvisioned(),
  ])
  return {
    scimURL: scimBase(api),
    userCount: users,
    groupCount: groups,
    tokens: tokens.map((row) => presentToken(row)),
    calls: calls.map(presentCall),
  }
}

/** Makes a token, shown whole this once. @throws RunnelError `conflict` while as many live as may, `invalid_input` */
export async function createProvisioningToken(
  context: OperationContext,
  principal: Principal,
  { name, expiresDate }: { name: string; expiresDate?: string | undefined },
): Promise<ProvisioningToken> {
  const { organizationId, userId } = personOf(principal)
  const expiresAt = readEnd(context.now(), expiresDate)
  const token = `${PROVISIONING_PREFIX}${createToken()}`
  const row = await context.db.system.provisioning.insertToken(
    {
      organizationId,
      name,
      hash: hashToken(token),
      hint: token.slice(-HINT_LENGTH),
      createdBy: userId,
      expiresAt,
    },
    {
      most: MOST_PROVISIONING_TOKENS,
      entry: (id) =>
        auditEntry(principal, {
          action: 'provisioning-token.created',
          subject: { kind: 'provisioning-token', id, name },
          after: { name, expiresDate: isoTime(expiresAt) },
        }),
    },
  )
  return presentToken(row, token)
}

function readEnd(now: number, expiresDate: string | undefined): number {
  const expiresAt = expiresDate === undefined ? now + USUAL_DAYS * DAY_MS : Date.parse(expiresDate)
  if (expiresAt > now && expiresAt <= now + LONGEST_PROVISIONING_DAYS * DAY_MS) return expiresAt
  const why = tellWhy('token_end_odd', { days: String(LONGEST_PROVISIONING_DAYS) })
  throw refusalOf('invalid_input', why, { path: 'expiresDate' })
}

/** Revokes a token: it opens nothing from then on. @throws RunnelError `not_found` */
export async function deleteProvisioningToken(
  { db }: OperationContext,
  principal: Principal,
  id: string,
): Promise<{ message: string }> {
  const { organizationId } = personOf(principal)
  const known = (await db.organization(organizationId).provisioning.listScimTokens()).find(
    (row) => row.id === id,
  )
  const subject = { kind: 'provisioning-token', id, name: known?.name ?? null }
  const before = known && { name: known.name, expiresDate: isoTime(known.expiresAt) }
  const entry = auditEntry(principal, { action: 'provisioning-token.revoked', subject, before })
  const isGone = known && (await db.system.provisioning.removeToken({ organizationId, id: known.id }, entry))
  if (!isGone) throw new RunnelError('not_found', `Token ${id} not found`)
  return { message: 'success' }
}
