import { type Principal, workspaceOf } from '@runnel/access'
import type { Variable } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import { checkEchoes } from '../check-echoes.ts'
import { checkTaggedUse } from '../check-tagged-use.ts'
import type { OperationContext } from '../context.ts'
import { presentVariable, type VariableInput } from './present-variable.ts'

/** Changes a variable. */
export async function updateVariable(
  context: OperationContext,
  principal: Principal,
  change: { id: string; input: VariableInput; expectedRevision?: number | undefined },
): Promise<Variable> {
  const workspaceId = workspaceOf(principal)
  const row = await context.db.read(workspaceId).variables.get(change.id)
  await checkTaggedUse(context, principal, { kind: 'variable', target: row.name })
  checkEchoes(change.input, presentVariable(context, row), ['id', 'workspaceId', 'createdDate'])
  const { name, value, type } = change.input
  if (name !== undefined && name !== row.name)
    await checkTaggedUse(context, principal, { kind: 'variable', target: name })
  const { expectedRevision } = change
  const updated = await context.db.write(workspaceId, async (writer) => {
    const after = await writer.variables.update(change.id, { name, value, type }, { expectedRevision })
    const subject = { kind: 'variable', id: row.id, name: after.name }
    await writer.audit.append(
      auditEntry(principal, {
        action: 'variable.updated',
        subject,
        before: { name: row.name, type: row.type },
        // People keep secrets in values: that one changed is told, what it is is not.
        after: { name: after.name, type: after.type, hasNewValue: after.value !== row.value },
      }),
    )
    return after
  })
  return presentVariable(context, updated)
}
