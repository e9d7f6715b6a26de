import { randomUUID } from 'node:crypto'
import { type Principal, workspaceOf } from '@runnel/access'
import type { Variable } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import { checkTaggedUse } from '../check-tagged-use.ts'
import type { OperationContext } from '../context.ts'
import { changeContent } from './change-secret.ts'
import { describeVariable, presentVariable, type VariableInput } from './present-variable.ts'

/**
 * Creates a variable; names are unique in a workspace.
 * @throws RunnelError `invalid_input`, `conflict`
 */
export async function createVariable(
  context: OperationContext,
  principal: Principal,
  input: VariableInput & { name: string },
): Promise<Variable> {
  await checkTaggedUse(context, principal, { kind: 'variable', target: input.name })
  const id = randomUUID()
  const content = changeContent(context, principal, { id, stored: undefined, input })
  const row = await context.db.write(workspaceOf(principal), async (writer) => {
    const made = await writer.variables.insert({ id, name: input.name, type: 'static', ...content })
    const subject = { kind: 'variable', id, name: made.name }
    const after = describeVariable(made)
    await writer.audit.append(auditEntry(principal, { action: 'variable.created', subject, after }))
    return made
  })
  return presentVariable(context, row)
}
