import type { ProvisioningPrincipal } from '@runnel/access'
import { type AuditAction, isRunnelError } from '@runnel/contract'
import { provisioningEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'

/** A provider that tries again and again fills no log: each act is written down once in this time, in milliseconds. */
const ONCE_IN_MS = 60 * 60_000

/** An act on a person whom the provider knows by `id`, or is about to make known by that name. */
interface ProvisioningAct {
  principal: ProvisioningPrincipal
  action: AuditAction
  person: { id: string } | { userName: string }
}

/** Does what may take the last administrator away, and writes down where it was refused for that. */
export async function noteLastAdministrator<T>(
  context: OperationContext,
  act: ProvisioningAct,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isRunnelError(error) && error.body.reason === 'last_administrator') await note(context, act)
    throw error
  }
}

async function note(
  { db, now }: OperationContext,
  { principal, action, person }: ProvisioningAct,
): Promise<void> {
  const store = db.organization(principal.organizationId)
  const since = { from: now() - ONCE_IN_MS, actions: [action], outcome: 'refused' as const, limit: 1 }
  const [{ total }, row] = await Promise.all([
    store.activity.audit({ ...since, search: principal.tokenName }),
    'id' in person ? store.provisioning.findScimUser(person.id) : { userId: null, userName: person.userName },
  ])
  if (total > 0 || !row) return
  const subject = { kind: 'user', id: row.userId, name: row.userName }
  await store.write((writer) =>
    writer.audit.append(provisioningEntry(principal, { action, outcome: 'refused', subject })),
  )
}
