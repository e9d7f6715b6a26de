import type { Principal } from '@runnel/access'
import { RunnelError, type User } from '@runnel/contract'
import type { UserRow } from '@runnel/db'
import { checkEchoes } from '../check-echoes.ts'
import type { OperationContext } from '../context.ts'
import { forbidden, type Person, personOf } from '../people-rights.ts'
import { presentUser } from './get-user.ts'

/** A change of one's own account; what is absent stays. */
export interface UserChange {
  id: string
  name?: string | undefined
  oldPassword?: string | undefined
  newPassword?: string | undefined
  confirmPassword?: string | undefined
}

function refuse(path: string, message: string): RunnelError {
  return new RunnelError('invalid_input', `${path}: ${message}`, { issues: [{ path, message }] })
}

/** The new password's hash, when the old one was right. */
async function hashNewPassword(
  { passwords }: OperationContext,
  user: UserRow,
  { oldPassword, newPassword, confirmPassword }: UserChange,
): Promise<string | undefined> {
  if (newPassword === undefined) return undefined
  if (confirmPassword !== undefined && confirmPassword !== newPassword)
    throw refuse('confirmPassword', 'must be the same as the new password')
  const isRight = user.passwordHash !== null && (await passwords.verify(oldPassword ?? '', user.passwordHash))
  if (!isRight) throw refuse('oldPassword', 'is not your password')
  return passwords.hash(newPassword)
}

async function readSelf({ db }: OperationContext, { userId }: Person): Promise<UserRow> {
  const user = await db.system.accounts.findUser(userId)
  if (!user) throw new RunnelError('not_found', `User ${userId} not found`)
  return user
}

/**
 * Changes one's own name or password. A new password needs the old one, and ends all other sessions of the account.
 * @throws RunnelError `forbidden` for another account, `invalid_input` naming the field
 */
export async function updateUser(
  context: OperationContext,
  principal: Principal,
  change: UserChange,
): Promise<User> {
  const person = personOf(principal)
  if (change.id !== person.userId) throw forbidden()
  const user = await readSelf(context, person)
  checkEchoes(change, presentUser(user), ['email', 'status', 'createdDate', 'updatedDate'])
  const passwordHash = await hashNewPassword(context, user, change)
  await context.db.system.accounts.updateUser(user.id, {
    name: change.name,
    passwordHash,
    keepFamily: person.signInId,
  })
  return presentUser(await readSelf(context, person))
}
