import { RunnelError, tellWhy } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import type { MailLanguage } from './mail-texts.ts'
import type { UserPrincipal } from './own-account.ts'
import { type OwnerProof, proveOwner } from './second-factor.ts'
import { tellByMail } from './send-mail.ts'

/**
 * Changes the own password and signs all other browsers out; the owner is told by mail.
 * @throws RunnelError `invalid_input` for a wrong old password or code, or a new one that is the old one
 */
export async function changePassword(
  context: OperationContext,
  principal: UserPrincipal,
  { proof, newPassword, language }: { proof: OwnerProof; newPassword: string; language: MailLanguage },
): Promise<{ message: string }> {
  const { user } = await proveOwner(context, principal, proof)
  if (proof.password === newPassword)
    throw new RunnelError('invalid_input', 'The new password is the old one.', {
      issues: [{ path: 'newPassword', ...tellWhy('password_same') }],
    })
  const passwordHash = await context.passwords.hash(newPassword, 'known')
  await context.db.system.accountLife.change(
    user.id,
    { passwordHash },
    {
      entry: auditEntry(principal, {
        action: 'password.changed',
        subject: { kind: 'user', id: user.id, name: user.email },
      }),
      except: principal.signInId,
      ifHash: user.passwordHash,
    },
  )
  tellByMail(context, { about: 'passwordChanged', to: user.email, language })
  return { message: 'success' }
}
