import type { Principal } from '@runnel/access'
import { RunnelError } from '@runnel/contract'

/** The person to whom a draft belongs. @throws RunnelError `forbidden` for an API key */
export function draftOwner(principal: Principal): Principal & { kind: 'user' } {
  if (principal.kind !== 'user')
    throw new RunnelError('forbidden', 'Drafts belong to people; an API key has none')
  return principal
}
