import type { Principal } from '@runnel/access'
import { refusalOf, type SignOnProvider, tellWhy } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { personOf } from '../people-rights.ts'
import { stillManagesSignOn } from '../still-allowed.ts'
import { toldOf } from './audited-settings.ts'
import { assertWayIn } from './require-sign-on.ts'

/**
 * Takes a login method away. Who came by it is signed out and known by it no more.
 * @throws RunnelError `not_found`, `conflict` where administrators would have no way in any more
 */
export async function deleteLoginMethod(
  context: OperationContext,
  principal: Principal,
  {
    providerName,
    administratorsLockedOut,
  }: { providerName: SignOnProvider; administratorsLockedOut?: number | undefined },
): Promise<{ message: string }> {
  const person = personOf(principal)
  const rows = await context.db.organization(person.organizationId).loginMethods.listLoginMethods()
  const row = rows.find((each) => each.providerName === providerName)
  const willBeOn = rows.some(({ id, status }) => status === 'enable' && id !== row?.id)
  if (row) await assertWayIn(context, person.organizationId, { willBeOn })
  const subject = { kind: 'login-method', id: row?.id ?? null, name: providerName }
  const before = row && toldOf(context, row)
  const entry = auditEntry(person, { action: 'login-method.deleted', subject, before })
  const act = { lockedOut: administratorsLockedOut, askAgain: stillManagesSignOn(context, person) }
  if (!row || !(await context.db.system.signOn.remove(row, entry, act)))
    throw refusalOf('not_found', tellWhy('no_login_method', { provider: providerName }))
  return { message: 'success' }
}
