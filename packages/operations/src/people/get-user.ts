import { can, type Principal } from '@runnel/access'
import { isoTime, RunnelError, refusalOf, tellWhy, type User } from '@runnel/contract'
import type { UserRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { personOf } from '../people-rights.ts'

/** The id of no account. */
const NOBODY = ''

/** An account on the wire, without its secrets. */
export function presentUser({ id, name, email, status, createdAt, updatedAt }: UserRow): User {
  return { id, name, email, status, createdDate: isoTime(createdAt), updatedDate: isoTime(updatedAt) }
}

/**
 * One's own account, or that of somebody of the organisation for those who manage people. Whoever may not see an
 * account is told the same as of one that is not there.
 * @throws RunnelError `not_found`, `invalid_input` when neither id nor address is named
 */
export async function getUser(
  { db }: OperationContext,
  principal: Principal,
  wanted: { id?: string | undefined; email?: string | undefined },
): Promise<User> {
  const person = personOf(principal)
  const { accounts, invitations, people } = db.system
  if (wanted.id === undefined && wanted.email === undefined)
    throw refusalOf('invalid_input', tellWhy('person_unnamed'), { path: 'id' })
  const user =
    wanted.id === undefined
      ? await invitations.findPerson({
          organizationId: person.organizationId,
          email: (wanted.email ?? '').toLowerCase(),
        })
      : await accounts.findUser(wanted.id)
  const isBoth = wanted.email === undefined || user?.email === wanted.email.trim().toLowerCase()
  const isOwn = user?.id === person.userId
  // Asked also where there is no such account: what it costs must not tell.
  const isManaged =
    !isOwn &&
    can(person, 'users:manage') &&
    (await people.find(person.organizationId, user?.id ?? NOBODY)) !== undefined
  if (user && isBoth && (isOwn || isManaged)) return presentUser(user)
  throw new RunnelError('not_found', `User ${wanted.id ?? wanted.email} not found`)
}
