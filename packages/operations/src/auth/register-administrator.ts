import { randomUUID } from 'node:crypto'
import { type CallOrigin, refusalOf, tellWhy } from '@runnel/contract'
import { foundingEntry } from '../accounts/founding-entry.ts'
import type { OperationContext } from '../context.ts'
import { composeExampleFlows } from '../templates/compose-example-flows.ts'

/** The first administrator, as the set-up page sends it. */
export interface FirstAdministrator {
  name: string
  email: string
  password: string
  organizationName?: string | undefined
}

/** Whether anybody can sign in yet. */
export async function isSetUp(context: OperationContext): Promise<boolean> {
  return (await context.db.system.accounts.countUsers()) > 0
}

/**
 * Makes the first administrator with organisation, workspace and a worked example. Once a user exists this is refused.
 * @throws RunnelError `already_set_up`
 */
export async function registerAdministrator(
  context: OperationContext,
  input: FirstAdministrator,
  from: CallOrigin,
) {
  if (await isSetUp(context)) throw refusalOf('already_set_up', tellWhy('set_up_already'))
  const owner = await describeOwner(context, input, from)
  await context.db.system.accounts.createFirstAdministrator({ ...owner, flows: composeExampleFlows(context) })
  return presentOwner(owner)
}

/** What somebody gets who begins an organisation: with ids, a first workspace, and a role that may do everything. */
export async function describeOwner(
  { passwords }: OperationContext,
  input: FirstAdministrator,
  from: CallOrigin,
) {
  const user = {
    id: randomUUID(),
    name: input.name,
    email: input.email.trim().toLowerCase(),
    passwordHash: await passwords.hash(input.password),
  }
  const organization = { id: randomUUID(), name: input.organizationName?.trim() || 'Default Organization' }
  const workspace = { id: randomUUID(), name: 'Default Workspace' }
  const entry = foundingEntry({ user, organization, workspace }, from)
  return { user, organization, workspace, role: { id: randomUUID(), name: 'owner' }, entry }
}

/** An owner as the registration answers it: without the password's hash. */
export function presentOwner({
  user,
  organization,
  workspace,
  role,
}: Awaited<ReturnType<typeof describeOwner>>) {
  return {
    user: { id: user.id, email: user.email, name: user.name },
    organization,
    workspace,
    role,
  }
}
