import { type Principal, workspaceOf } from '@runnel/access'
import type { Variable } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import { checkTaggedUse } from '../check-tagged-use.ts'
import type { OperationContext } from '../context.ts'
import { presentVariable, type VariableInput } from './present-variable.ts'

/** Creates a variable; names are unique in a workspace. */
export async function createVariable(
  context: OperationContext,
  principal: Principal,
  input: VariableInput & { name: string },
): Promise<Variable> {
  await checkTaggedUse(context, principal, { kind: 'variable', target: input.name })
  const row = await context.db.write(workspaceOf(principal), async (writer) => {
    const made = await writer.variables.insert({
      name: input.name,
      value: input.value ?? null,
      type: input.type ?? 'static',
    })
    const { id, name, type } = made
    const subject = { kind: 'variable', id, name }
    await writer.audit.append(
      auditEntry(principal, { action: 'variable.created', subject, after: { name, type } }),
    )
    return made
  })
  return presentVariable(context, row)
}
