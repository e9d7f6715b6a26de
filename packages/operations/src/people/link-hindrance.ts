import type { RefusalReason } from '@runnel/contract'
import type { MemberRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { featuresOf } from '../features-of.ts'
import type { Person } from '../people-rights.ts'

/** What keeps an administrator from making a link for a new password of somebody. */
export function findLinkHindrance(
  context: Pick<OperationContext, 'mailer' | 'settings'>,
  { userId }: Pick<Person, 'userId'>,
  member: Pick<MemberRow, 'userId' | 'isElsewhere' | 'isActive' | 'hasPassword'>,
): RefusalReason | undefined {
  if (context.mailer !== undefined) return 'reset_by_mail'
  if (featuresOf(context).isOpenToStrangers) return 'reset_by_operator'
  if (member.userId === userId) return 'reset_of_own'
  if (member.isElsewhere) return 'reset_elsewhere'
  if (!member.isActive) return 'reset_of_invited'
  return member.hasPassword ? undefined : 'reset_without_password'
}
