import type { CallOrigin } from '@runnel/contract'
import { ownAccountEntry } from '../audit-entry.ts'

/** What the log of a new organisation begins with. */
export function foundingEntry(
  {
    user,
    organization,
    workspace,
  }: {
    user: { id: string; email: string }
    organization: { id: string; name: string }
    workspace: { name: string }
  },
  from: CallOrigin,
) {
  const act = ownAccountEntry(user, from, {
    action: 'organization.created',
    after: { name: organization.name, workspace: workspace.name, administrator: user.email },
  })
  return { ...act, subject: { kind: 'organization', ...organization } }
}
