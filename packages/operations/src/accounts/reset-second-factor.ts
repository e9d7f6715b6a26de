import { authorize } from '@runnel/access'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { assertGovernsStill, assertMayGovern } from '../people/assert-may-govern.ts'
import { FACTOR_REFUSALS, findFactorHindrance } from '../people/factor-hindrance.ts'
import type { Person } from '../people-rights.ts'
import { stillAllowed } from '../still-allowed.ts'
import { findFactors } from './factor-proof.ts'
import type { MailLanguage } from './mail-texts.ts'
import { tellByMail } from './send-mail.ts'

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
  const entry = auditEntry(principal, {
    action: 'second-factor.reset',
    subject: { kind: 'user', id: userId, name: email },
    before: { hasApp, hasPasskeys },
    after: { hasApp: false, hasPasskeys: false },
  })
  const { organizationId } = principal
  const askAgain = stillAllowed(context, principal, async (now, still) => {
    authorize(still, 'users:manage')
    await assertGovernsStill(now, still, [userId])
  })
  const outcome = await context.db.system.secondFactors.reset(userId, { organizationId, entry, askAgain })
  if (outcome !== 'done') throw FACTOR_REFUSALS[outcome]()
  const values = { by: principal.email ?? '' }
  tellByMail(context, { about: 'secondFactorReset', to: email, language, values })
  return { message: 'success' }
}
