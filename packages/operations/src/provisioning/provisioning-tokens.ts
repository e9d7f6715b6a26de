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
import type { MemberRow, ScimCallRow, ScimTokenRow } from '@runnel/db'
import { createToken, hashToken } from '@runnel/drivers'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { personOf } from '../people-rights.ts'
import { stillAdministrator } from '../still-allowed.ts'
import { PROVISIONING_PREFIX } from './authenticate-provisioning.ts'

const HINT_LENGTH = 4
const DAY_MS = 24 * 60 * 60 * 1_000
const USUAL_DAYS = 365

/** The address for SCIM, below the one of the API, which has no slash at its end. */
export const scimBase = (api: string) => `${api}/scim/v2`

/** What is known beside the row of a token. */
interface TokenSurroundings {
  maker: Pick<MemberRow, 'userId' | 'name' | 'isAdmin' | 'status'> | undefined
  shownToken?: string
}

function presentToken(row: ScimTokenRow, { maker, shownToken }: TokenSurroundings): ProvisioningToken {
  return {
    id: row.id,
    name: row.name,
    token: shownToken ?? `${PROVISIONING_PREFIX}…${row.hint}`,
    createdDate: isoTime(row.createdAt),
    expiresDate: isoTime(row.expiresAt),
    lastUsedDate: row.lastUsedAt === null ? null : isoTime(row.lastUsedAt),
    isHeld: maker?.isAdmin !== true || maker.status !== 'active',
    maker: maker ? { id: maker.userId, name: maker.name } : null,
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
  const { organizationId } = personOf(principal)
  const { provisioning } = db.organization(organizationId)
  const [tokens, calls, { users, groups }] = await Promise.all([
    provisioning.listScimTokens(),
    provisioning.listScimCalls(),
    provisioning.countProvisioned(),
  ])
  const makerIds = [...new Set(tokens.map(({ createdBy }) => createdBy))]
  const makers = await Promise.all(makerIds.map((id) => db.system.people.find(organizationId, id)))
  return {
    scimURL: scimBase(api),
    userCount: users,
    groupCount: groups,
    tokens: tokens.map((row) =>
      presentToken(row, { maker: makers.find((maker) => maker?.userId === row.createdBy) }),
    ),
    calls: calls.map(presentCall),
  }
}

/** Makes a token, shown whole this once. @throws RunnelError `conflict` while as many live as may, `invalid_input` */
export async function createProvisioningToken(
  context: OperationContext,
  principal: Principal,
  { name, expiresDate }: { name: string; expiresDate?: string | undefined },
): Promise<ProvisioningToken> {
  const person = personOf(principal)
  const { organizationId, userId } = person
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
      askAgain: stillAdministrator(context, person),
      entry: (id) =>
        auditEntry(principal, {
          action: 'provisioning-token.created',
          subject: { kind: 'provisioning-token', id, name },
          after: { name, expiresDate: isoTime(expiresAt) },
        }),
    },
  )
  const maker = await context.db.system.people.find(organizationId, userId)
  return presentToken(row, { maker, shownToken: token })
}

function readEnd(now: number, expiresDate: string | undefined): number {
  const expiresAt = expiresDate === undefined ? now + USUAL_DAYS * DAY_MS : Date.parse(expiresDate)
  if (expiresAt > now && expiresAt <= now + LONGEST_PROVISIONING_DAYS * DAY_MS) return expiresAt
  const why = tellWhy('token_end_odd', { days: String(LONGEST_PROVISIONING_DAYS) })
  throw refusalOf('invalid_input', why, { path: 'expiresDate' })
}

const findToken = async ({ db }: OperationContext, organizationId: string, id: string) =>
  (await db.organization(organizationId).provisioning.listScimTokens()).find(
    (row) => row.id === id.toLowerCase(),
  )

const unknownToken = (id: string) => new RunnelError('not_found', `Token ${id} not found`)

/**
 * Takes a token over: it goes on for the provider, and ends with the place of who took it instead of its maker's.
 * @throws RunnelError `not_found`
 */
export async function takeOverProvisioningToken(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<{ message: string }> {
  const person = personOf(principal)
  const { organizationId, userId } = person
  const known = await findToken(context, organizationId, id)
  if (!known) throw unknownToken(id)
  const entry = auditEntry(principal, {
    action: 'provisioning-token.taken-over',
    subject: { kind: 'provisioning-token', id: known.id, name: known.name },
    before: { maker: known.createdBy },
    after: { maker: userId },
  })
  const token = { organizationId, id: known.id, createdBy: userId }
  const act = { entry, askAgain: stillAdministrator(context, person) }
  if (!(await context.db.system.provisioning.giveToken(token, act))) throw unknownToken(id)
  return { message: 'success' }
}

/** Revokes a token: it opens nothing from then on. @throws RunnelError `not_found` */
export async function deleteProvisioningToken(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<{ message: string }> {
  const person = personOf(principal)
  const { organizationId } = person
  const { provisioning } = context.db.system
  const known = await findToken(context, organizationId, id)
  const subject = { kind: 'provisioning-token', id, name: known?.name ?? null }
  const before = known && { name: known.name, expiresDate: isoTime(known.expiresAt) }
  const entry = auditEntry(principal, { action: 'provisioning-token.revoked', subject, before })
  const act = { entry, askAgain: stillAdministrator(context, person) }
  const isGone = known && (await provisioning.removeToken({ organizationId, id: known.id }, act))
  if (!isGone) throw unknownToken(id)
  return { message: 'success' }
}
