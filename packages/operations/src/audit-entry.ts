import type { Principal, ProvisioningPrincipal } from '@runnel/access'
import type { AuditAction, CallOrigin } from '@runnel/contract'
import type { NewAuditEntry } from '@runnel/db'

/** What is written down of an act beside who did it. */
export type Act = Omit<NewAuditEntry, 'actor' | 'action'> & { action: AuditAction }

const NOWHERE: CallOrigin = { address: null, agent: null }
const operator = { kind: 'operator', id: null, name: null, ...NOWHERE } as const

/**
 * The entry of an act for the audit log. One line inside the transaction of the act writes it:
 * `await writer.audit.append(auditEntry(principal, { action: 'role.updated', subject, before, after }))`.
 */
export function auditEntry(principal: Principal, act: Act): NewAuditEntry {
  return { ...act, actor: actorOf(principal) }
}

function actorOf(principal: Principal): NewAuditEntry['actor'] {
  switch (principal.kind) {
    case 'user':
      return {
        kind: 'user',
        id: principal.userId,
        name: principal.email ?? null,
        ...(principal.from ?? NOWHERE),
      }
    case 'api-key':
      return {
        kind: 'api-key',
        id: principal.keyId,
        name: principal.keyName ?? null,
        ...(principal.from ?? NOWHERE),
      }
    case 'anonymous':
      return { kind: 'anonymous', id: null, name: null, ...NOWHERE }
    case 'system':
      return operator
    default:
      return principal satisfies never
  }
}

/** The entry of what the operator does on the command line. */
export function operatorEntry(act: Act): NewAuditEntry {
  return { ...act, actor: operator }
}

/** The entry of what the provider of an organisation's identities does. */
export function provisioningEntry(
  { tokenId, tokenName, from = NOWHERE }: ProvisioningPrincipal,
  act: Act,
): NewAuditEntry {
  return { ...act, actor: { kind: 'provisioning', id: tokenId, name: tokenName, ...from } }
}

/** The entry of something that a person does to the own account, with a link and without a session. */
export function ownAccountEntry(
  user: { id: string; email: string },
  from: CallOrigin,
  act: Pick<Act, 'action' | 'before' | 'after'>,
): NewAuditEntry {
  return {
    ...act,
    actor: { kind: 'user', id: user.id, name: user.email, ...from },
    subject: { kind: 'user', id: user.id, name: user.email },
  }
}
