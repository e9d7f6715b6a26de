import { RunnelError, tellWhy } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import type { MailLanguage } from '../mails/mail-texts.ts'
import { changeAccount } from './change-account.ts'
import type { ProvedOwner } from './prove-owner.ts'

/**
 * Changes the own password and signs all other browsers out; the owner is told by mail.
 * @throws RunnelError `invalid_input` for a new password that is the old one, `conflict` when it was changed meanwhile
 */
export async function changePassword(
  context: OperationContext,
  owner: ProvedOwner,
  { newPassword, language }: { newPassword: string; language: MailLanguage },
): Promise<{ message: string }> {
  const { user } = owner
  if (owner.isPassword(newPassword))
    throw new RunnelError('invalid_input', 'The new password is the old one.', {
      issues: [{ path: 'newPassword', ...tellWhy('password_same') }],
    })
  const passwordHash = await context.passwords.hash(newPassword, 'known')
  const change = { action: 'password.changed', mail: { language } } as const
  await changeAccount(context, { by: owner, ...change }, ({ entry, except }) =>
    context.db.system.accountLife.change(
      user.id,
      { passwordHash },
      { entry: entry(), except, ifHash: user.passwordHash },
    ),
  )
  return { message: 'success' }
}
