import type { Principal } from '@runnel/access'
import { isoTime, type ResetLink, refusalOf, tellWhy } from '@runnel/contract'
import { createToken, hashToken } from '@runnel/drivers'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { assertGovernsStill, assertMayGovern } from '../people/assert-may-govern.ts'
import { findLinkHindrance } from '../people/link-hindrance.ts'
import { stillAdministrator } from '../still-allowed.ts'
import { RESET_LINK_MS } from './mail-reset-link.ts'
import type { MadeByAdministrator } from './reset-link.ts'
import { linkTo } from './send-mail.ts'

/**
 * Makes a link for a new password, which an administrator hands on where no mail goes out. Not where strangers make
 * organisations, nor for an account that belongs to another organisation as well: that one is not theirs to open. The
 * second factor stays.
 * @throws RunnelError `not_found`, `forbidden`, `conflict`
 */
export async function createResetLink(
  context: OperationContext,
  principal: Principal & { kind: 'user' },
  userId: string,
): Promise<ResetLink> {
  const member = await assertMayGovern(context, principal, userId)
  const { email, name, status } = member
  const reason = findLinkHindrance(context, principal, member)
  if (reason !== undefined) throw refusalOf('conflict', tellWhy(reason, { name: name || email }))
  const token = createToken()
  const expiresAt = context.now() + RESET_LINK_MS
  const data: MadeByAdministrator = { madeIn: principal.organizationId, madeBy: principal.userId }
  const askAgain = stillAdministrator(context, principal, (now, still) =>
    assertGovernsStill(now, still, [userId]),
  )
  await context.db.system.accountLife.keepLink(
    { hash: hashToken(token), purpose: 'password-reset', userId, expiresAt, data },
    auditEntry(principal, {
      action: 'password-reset.requested',
      subject: { kind: 'user', id: userId, name: email },
    }),
    { organizationId: principal.organizationId, askAgain },
  )
  return {
    user: { id: userId, email, name, status },
    resetLink: linkTo(context, '/reset-password', { token, email }),
    expiresDate: isoTime(expiresAt),
  }
}
