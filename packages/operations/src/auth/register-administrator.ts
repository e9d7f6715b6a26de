import { randomUUID } from 'node:crypto'
import { RunnelError } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { createExampleFlow } from '../flows/create-example-flow.ts'

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
export async function registerAdministrator(context: OperationContext, input: FirstAdministrator) {
  if (await isSetUp(context)) throw new RunnelError('already_set_up', 'You can only have one organization')
  const user = {
    id: randomUUID(),
    name: input.name,
    email: input.email.trim().toLowerCase(),
    passwordHash: await context.passwords.hash(input.password),
  }
  const organization = { id: randomUUID(), name: input.organizationName?.trim() || 'Default Organization' }
  const workspace = { id: randomUUID(), name: 'Default Workspace' }
  const role = { id: randomUUID(), name: 'owner' }
  await context.db.system.accounts.createFirstAdministrator({ organization, workspace, role, user })
  await createExampleFlow(context, workspace.id)
  return {
    user: { id: user.id, email: user.email, name: user.name },
    organization,
    workspace,
    role,
  }
}
