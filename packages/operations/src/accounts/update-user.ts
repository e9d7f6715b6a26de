import { RunnelError, refusalOf, tellWhy, type User } from '@runnel/contract'
import type { UserRow } from '@runnel/db'
import { auditEntry } from '../audit-entry.ts'
import { checkEchoes } from '../check-echoes.ts'
import type { OperationContext } from '../context.ts'
import { presentUser } from '../people/get-user.ts'
import { forbidden, type Person } from '../people-rights.ts'
import { changeEmail } from './change-email.ts'
import { changePassword } from './change-password.ts'
import type { MailLanguage } from './mail-texts.ts'
import type { UserPrincipal } from './own-account.ts'
import type { OwnerProof } from './second-factor.ts'

/** A change of one's own account; what is absent stays. */
export interface UserChange {
  id: string
  name?: string | undefined
  email?: string | undefined
  /** What proves the owner; its password is the call's `oldPassword`. */
  proof: OwnerProof
  newPassword?: string | undefined
  confirmPassword?: string | undefined
  /** In which language mails tell of it. */
  language: MailLanguage
}

const isOtherEmail = (person: Person, { email }: Pick<UserChange, 'email'>): boolean =>
  email !== undefined && email.trim().toLowerCase() !== person.email

/** Whether a change asks for the own password: the caller slows who tries it. */
export function asksForPassword(person: Person, change: Pick<UserChange, 'email' | 'newPassword'>): boolean {
  return change.newPassword !== undefined || isOtherEmail(person, change)
}

/** Whether a change has a mail sent to an address that the caller names: they may not flood it. */
export function asksForMail(person: Person, change: Pick<UserChange, 'email' | 'newPassword'>): boolean {
  return change.newPassword === undefined && isOtherEmail(person, change)
}

async function readSelf({ db }: OperationContext, { userId }: Person): Promise<UserRow> {
  const user = await db.system.accounts.findUser(userId)
  if (!user) throw new RunnelError('not_found', `User ${userId} not found`)
  return user
}

/**
 * Changes one's own name, address or password: the latter two as `changeEmail` and `changePassword` do, with
 * the same proof. A new address may wait for a link by mail; the answer shows what counts now.
 * @throws RunnelError `forbidden` for another account, `invalid_input` naming the field
 */
export async function updateUser(
  context: OperationContext,
  person: UserPrincipal,
  change: UserChange,
): Promise<User> {
  if (change.id !== person.userId) throw forbidden()
  const user = await readSelf(context, person)
  checkEchoes(change, presentUser(user), ['status', 'createdDate', 'updatedDate'])
  await changeProven(context, person, change)
  const { name } = change
  if (name !== undefined && name !== user.name) {
    const subject = { kind: 'user', id: user.id, name: user.email }
    const [before, after] = [{ name: user.name }, { name }]
    const entry = auditEntry(person, { action: 'name.changed', subject, before, after })
    await context.db.system.accountLife.rename(user.id, name, entry)
  }
  return presentUser(await readSelf(context, person))
}

/** What needs the password, which is asked once: one of the two, so that none stands when the other is refused. */
async function changeProven(
  context: OperationContext,
  person: UserPrincipal,
  change: UserChange,
): Promise<void> {
  const { email, proof, newPassword, confirmPassword, language } = change
  const isOther = isOtherEmail(person, change)
  if (newPassword === undefined) {
    if (isOther && email !== undefined) await changeEmail(context, person, { email, proof, language })
    return
  }
  if (isOther) throw refusalOf('invalid_input', tellWhy('email_with_password'), { path: 'email' })
  if (confirmPassword !== undefined && confirmPassword !== newPassword)
    throw refusalOf('invalid_input', tellWhy('password_repeated_wrong'), { path: 'confirmPassword' })
  await changePassword(context, person, { proof, newPassword, language })
}
