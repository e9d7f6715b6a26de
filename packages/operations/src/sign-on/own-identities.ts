import type { Principal } from '@runnel/access'
import { refusalOf, type SignOnProvider, tellWhy } from '@runnel/contract'
import type { MailLanguage } from '../accounts/mail-texts.ts'
import type { UserPrincipal } from '../accounts/own-account.ts'
import { type OwnerProof, proveOwner } from '../accounts/second-factor.ts'
import { tellByMail } from '../accounts/send-mail.ts'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { personOf } from '../people-rights.ts'
import { toButton } from './list-login-methods.ts'
import { openSettings, tellIssuer } from './provider-settings.ts'

/** The providers of the own organisation by whom one may sign in, and which know one already. */
export async function listOwnIdentities(context: OperationContext, principal: Principal) {
  const { organizationId, userId } = personOf(principal)
  const { loginMethods } = context.db.organization(organizationId)
  const [rows, identities] = await Promise.all([
    loginMethods.listLoginMethods(),
    loginMethods.listIdentities(userId),
  ])
  const methods = rows
    .filter(({ status }) => status === 'enable')
    .map((row) => {
      const identity = identities.find(({ loginMethodId }) => loginMethodId === row.id)
      const button = toButton(context, row)
      return {
        ...button,
        issuer: tellIssuer(button.providerName, openSettings(context, row)),
        isLinked: identity !== undefined,
        email: identity?.email ?? null,
      }
    })
  return { methods }
}

/**
 * Takes the link between the own account and a provider away; a mail tells its owner.
 * @throws RunnelError `invalid_input` for a wrong password or code, `not_found`, `conflict` for who could not sign in any more
 */
export async function unlinkIdentity(
  context: OperationContext,
  principal: UserPrincipal,
  {
    providerName,
    proof,
    language,
  }: { providerName: SignOnProvider; proof: OwnerProof; language: MailLanguage },
): Promise<{ message: string }> {
  const person = personOf(principal)
  const { organizationId, userId } = person
  const method = await context.db.organization(organizationId).loginMethods.findLoginMethod(providerName)
  const user = await context.db.system.accounts.findUser(userId)
  if (user?.passwordHash === null) throw refusalOf('conflict', tellWhy('no_password_of_own'))
  await proveOwner(context, principal, proof)
  const subject = { kind: 'user', id: userId, name: person.email ?? null }
  const before = { provider: providerName }
  const entry = auditEntry(person, { action: 'identity.unlinked', subject, before })
  const isGone =
    method !== undefined &&
    (await context.db.system.signOn.unlink({ loginMethodId: method.id, organizationId, userId }, entry))
  if (!isGone) throw refusalOf('not_found', tellWhy('not_linked', { provider: providerName }))
  if (person.email !== undefined) {
    const issuer = tellIssuer(providerName, openSettings(context, method))
    tellByMail(context, { about: 'identityUnlinked', to: person.email, language, values: { issuer } })
  }
  return { message: 'success' }
}
