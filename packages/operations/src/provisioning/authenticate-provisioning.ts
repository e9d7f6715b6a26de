import type { ProvisioningPrincipal } from '@runnel/access'
import { RunnelError } from '@runnel/contract'
import { hashToken } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'
import { featuresOf } from '../features-of.ts'

/** With what every token begins, so that people and programs that look for lost ones know it. */
export const PROVISIONING_PREFIX = 'scim_'

/** How often the last use of a token is noted, in milliseconds. */
const TOUCH_EVERY_MS = 60_000

/** The provider whose token this is, where there are providers. @throws RunnelError `unauthenticated`, with one answer for all that opens nothing */
export async function authenticateProvisioning(
  context: Pick<OperationContext, 'db' | 'now' | 'settings'>,
  token: string | undefined,
): Promise<ProvisioningPrincipal> {
  const { now } = context
  const { provisioning } = context.db.system
  const isToken = token?.startsWith(PROVISIONING_PREFIX) === true
  const found = isToken ? await provisioning.findByHash(hashToken(token)) : undefined
  const at = now()
  const isOffered = featuresOf(context, found?.organizationId).offersSignOn
  if (!found || found.expiresAt <= at || !isOffered)
    throw new RunnelError('unauthenticated', 'This address takes a token for SCIM, which this is not.')
  if ((found.lastUsedAt ?? 0) + TOUCH_EVERY_MS < at) await provisioning.touchToken(found.id, at)
  const { id: tokenId, name: tokenName, organizationId } = found
  return { kind: 'provisioning', tokenId, tokenName, organizationId }
}
