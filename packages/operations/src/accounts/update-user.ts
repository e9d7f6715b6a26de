import { RunnelError, refusalOf, tellWhy, type User } from '@runnel/contract'
import type { UserRow } from '@runnel/db'
import { checkEchoes } from '../check-echoes.ts'
import type { OperationContext } from '../context.ts'
import type { MailLanguage } from '../mails/mail-texts.ts'
import { presentUser } from '../people/get-user.ts'
import { forbidden, type Person } from '../people-rights.ts'
import { changeAccount } from './change-account.ts'
import { changeEmail } from './change-email.ts'
import { changePassword } from './change-password.ts'
import type { OwnAccount } from './own-account.ts'
import type { ProvedOwner } from './prove-owner.ts'

/** A change of one's own account; what is absent stays. */
export interface UserChange {
  id: string
  name?: string | undefined
  email?: string | undefined
  /** Has the owner prove it once more, by the call's `oldPassword`; asked where the change needs it. */
  prove: () => Promise<ProvedOwner>
  newPassword?: string | undefined
  confirmPassword?: string | undefined
  /** In which language mails tell of it. */
  language: MailLanguage
}

const isOtherEmail = (person: Person, { email }: Pick<UserChange, 'email'>): boolean =>
  email !== undefined && email.trim().toLowerCase() !== person.email

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
  person: OwnAccount,
  change: UserChange,
): Promise<User> {
  if (change.id !== person.userId) throw forbidden()
  const user = await readSelf(context, person)
  checkEchoes(change, presentUser(user), ['status', 'createdDate', 'updatedDate'])
  await changeProven(context, person, change)
  const { name } = change
  if (name !== undefined && name !== user.name) {
    const told = { before: { name: user.name }, after: { name } }
    await changeAccount(context, { by: person, action: 'name.changed' }, ({ entry }) =>
      context.db.system.accountLife.rename(user.id, name, entry(told)),
    )
  }
  return presentUser(await readSelf(context, person))
}

/** What needs the password, which is asked once: one of the two, so that none stands when the other is refused. */
async function changeProven(
  context: OperationContext,
  person: OwnAccount,
  change: UserChange,
): Promise<void> {
  const { email, prove, newPassword, confirmPassword, language } = change
  const isOther = isOtherEmail(person, change)
  if (newPassword === undefined) {
    if (isOther && email !== undefined) await changeEmail(context, await prove(), { email, language })
    return
  }
  if (isOther) throw refusalOf('invalid_input', tellWhy('email_with_password'), { path: 'email' })
  if (confirmPassword !== undefined && confirmPassword !== newPassword)
    throw refusalOf('invalid_input', tellWhy('password_repeated_wrong'), { path: 'confirmPassword' })
  await changePassword(context, await prove(), { newPassword, language })
}
