import type { Principal } from '@runnel/access'
import { refusalOf, type SignOnProvider, tellWhy } from '@runnel/contract'
import { changeAccount } from '../accounts/change-account.ts'
import type { ProvedOwner } from '../accounts/prove-owner.ts'
import type { OperationContext } from '../context.ts'
import type { MailLanguage } from '../mails/mail-texts.ts'
import { personOf } from '../people-rights.ts'
import { toButton } from './list-login-methods.ts'
import { openSettings } from './provider-settings.ts'
import { providerOf } from './providers/login-providers.ts'

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
        issuer: providerOf(button.providerName).tellIssuer(openSettings(context, row)),
        isLinked: identity !== undefined,
        email: identity?.email ?? null,
      }
    })
  return { methods }
}

/**
 * Takes the link between the own account and a provider away; a mail tells its owner. They sign in by the password that they
 * proved it with. @throws RunnelError `not_found`
 */
export async function unlinkIdentity(
  context: OperationContext,
  owner: ProvedOwner,
  { providerName, language }: { providerName: SignOnProvider; language: MailLanguage },
): Promise<{ message: string }> {
  const { organizationId, userId } = owner.principal
  const method = await context.db.organization(organizationId).loginMethods.findLoginMethod(providerName)
  if (method === undefined) throw notLinked(providerName)
  const values = { issuer: providerOf(providerName).tellIssuer(openSettings(context, method)) }
  const change = { action: 'identity.unlinked', mail: { language, values } } as const
  await changeAccount(context, { by: owner, ...change }, async ({ entry, signInId }) => {
    const link = { loginMethodId: method.id, organizationId, userId, signInId }
    const told = entry({ before: { provider: providerName } })
    if (!(await context.db.system.signOn.unlink(link, told))) throw notLinked(providerName)
  })
  return { message: 'success' }
}

const notLinked = (provider: SignOnProvider) => refusalOf('not_found', tellWhy('not_linked', { provider }))
