import { authorize } from '@runnel/access'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import type { MailLanguage } from '../mails/mail-texts.ts'
import { promiseMail } from '../mails/promise-mail.ts'
import { assertGovernsStill, assertMayGovern } from '../people/assert-may-govern.ts'
import { FACTOR_REFUSALS, findFactorHindrance } from '../people/factor-hindrance.ts'
import type { Person } from '../people-rights.ts'
import { stillAllowed } from '../still-allowed.ts'
import { findFactors } from './factor-proof.ts'

/**
 * Takes app, passkeys and recovery codes of a member who has lost them; the owner is told by mail. An account with a place in
 * another organisation is not this one's to open, and one's own second factor goes with a proof alone.
 * @throws RunnelError `not_found`, `forbidden`
 */
export async function resetSecondFactor(
  context: OperationContext,
  principal: Person,
  { userId, language }: { userId: string; language: MailLanguage },
): Promise<{ message: string }> {
  const member = await assertMayGovern(context, principal, userId)
  const hindrance = findFactorHindrance(principal, member)
  if (hindrance) throw hindrance
  const { email } = member
  const { hasApp, hasPasskeys } = await findFactors(context, userId)
  const { organizationId } = principal
  const askAgain = stillAllowed(context, principal, async (now, still) => {
    authorize(still, 'users:manage')
    await assertGovernsStill(now, still, [userId])
  })
  const values = { by: principal.email ?? '' }
  const told = { about: 'secondFactorReset', to: email, language, values } as const
  const entry = {
    ...auditEntry(principal, {
      action: 'second-factor.reset',
      subject: { kind: 'user', id: userId, name: email },
      before: { hasApp, hasPasskeys },
      after: { hasApp: false, hasPasskeys: false },
    }),
    mails: promiseMail(context, { ...told, userId, organizationId }),
  }
  const outcome = await context.db.system.secondFactors.reset(userId, { organizationId, entry, askAgain })
  if (outcome !== 'done') throw FACTOR_REFUSALS[outcome]()
  context.outbox.wake()
  return { message: 'success' }
}
