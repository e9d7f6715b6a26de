import { type RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import type { MemberRow } from '@runnel/db'
import type { Person } from '../people-rights.ts'

/** Why a second factor is not reset, whatever rights there are. */
export const FACTOR_REFUSALS = {
  own: () => refusalOf('forbidden', tellWhy('factor_own')),
  elsewhere: () => refusalOf('forbidden', tellWhy('account_elsewhere')),
  absent: () => refusalOf('not_found', tellWhy('factor_absent')),
}

/** What keeps the second factor of somebody from being reset by who governs them. */
export function findFactorHindrance(
  { userId }: Pick<Person, 'userId'>,
  member: Pick<MemberRow, 'userId' | 'isElsewhere' | 'hasSecondFactor'>,
): RunnelError | undefined {
  if (member.userId === userId) return FACTOR_REFUSALS.own()
  if (member.isElsewhere) return FACTOR_REFUSALS.elsewhere()
  return member.hasSecondFactor ? undefined : FACTOR_REFUSALS.absent()
}
