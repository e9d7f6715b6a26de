import type { Principal } from '@runnel/access'
import { isRunnelError, type LoginMethodConfig, type SignOnProvider } from '@runnel/contract'
import { checkActor } from '../check-actor.ts'
import type { OperationContext } from '../context.ts'
import { assertOwnOrganization, personOf } from '../people-rights.ts'
import type { ApiAddress } from './addresses.ts'
import { openSettings } from './provider-settings.ts'
import type { LoginMethodTest } from './providers/login-provider.ts'
import { providerOf } from './providers/login-providers.ts'
import { withStoredSecret } from './save-login-methods.ts'

/**
 * Asks a provider whether settings are right; nothing is kept. What is wrong is the answer, not an error.
 * @throws RunnelError `not_found` for another organisation, `invalid_input` for another provider with the stored secret
 */
export async function testLoginMethod(
  context: OperationContext,
  principal: Principal,
  input: {
    organizationId?: string | undefined
    userId?: string | null | undefined
    providerName: SignOnProvider
    config: LoginMethodConfig
    api: ApiAddress
  },
): Promise<LoginMethodTest> {
  const person = personOf(principal)
  assertOwnOrganization(person, input.organizationId)
  checkActor(person, { userId: input.userId })
  const { providerName, api } = input
  const row = await context.db.organization(person.organizationId).loginMethods.findLoginMethod(providerName)
  const config = withStoredSecret(input.config, row && openSettings(context, row), 'providers[0].config')
  try {
    const { organizationId } = person
    return await providerOf(providerName).test(context, { config, api, organizationId })
  } catch (error) {
    if (!isRunnelError(error)) throw error
    const { reason, details } = error.body
    return {
      error: error.message,
      code: error.code,
      ...(reason && { reason, ...(details && { details }) }),
      ...(error.issues.length > 0 && { issues: error.issues }),
    }
  }
}
