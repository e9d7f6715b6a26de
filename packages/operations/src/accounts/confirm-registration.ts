import { type CallOrigin, refusalOf, tellWhy } from '@runnel/contract'
import { ownAccountEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { composeExampleFlows } from '../templates/compose-example-flows.ts'
import { foundingEntry } from './founding-entry.ts'

/** A registration as its link carries it: who would own what. */
export interface Registration {
  user: { id: string; name: string; email: string; passwordHash: string }
  organization: { id: string; name: string }
  workspace: { id: string; name: string }
  role: { id: string; name: string }
}

/**
 * Makes the account that waited one that opens by the password of a registration, with its organisation.
 * @throws RunnelError `invalid_input` when the link was used meanwhile
 */
export async function confirmRegistration(
  context: OperationContext,
  confirmed: {
    use: { hash: string; purpose: 'email-verification' | 'password-reset'; now: number }
    user: { id: string; email: string }
    registration: Omit<Registration, 'user'> & { user: { name: string; passwordHash: string } }
    from: CallOrigin
  },
): Promise<void> {
  const { use, user, registration, from } = confirmed
  const { organization, workspace, role } = registration
  const { name, passwordHash } = registration.user
  const isDone = await context.db.system.registrations.confirm(use, {
    name,
    passwordHash,
    founding: {
      organization,
      workspace,
      role,
      flows: composeExampleFlows(context),
      entry: foundingEntry({ user, organization, workspace }, from),
    },
    entry: ownAccountEntry(user, from, {
      action: 'email.verified',
      before: { status: 'unverified' },
      after: { status: 'active' },
    }),
  })
  if (!isDone) throw refusalOf('invalid_input', tellWhy('link_ended'))
}
