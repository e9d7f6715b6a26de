import { type Principal, workspaceOf } from '@runnel/access'
import type { Variable } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import { checkEchoes } from '../check-echoes.ts'
import { checkTaggedUse } from '../check-tagged-use.ts'
import type { OperationContext } from '../context.ts'
import { changeContent } from './change-secret.ts'
import { describeVariable, presentVariable, type VariableInput } from './present-variable.ts'

/**
 * Changes a variable; a secret one keeps its value where none is given.
 * @throws RunnelError `not_found`, `stale_revision`, `conflict`, `invalid_input`
 */
export async function updateVariable(
  context: OperationContext,
  principal: Principal,
  change: { id: string; input: VariableInput; expectedRevision?: number | undefined },
): Promise<Variable> {
  const workspaceId = workspaceOf(principal)
  const row = await context.db.read(workspaceId).variables.get(change.id)
  await checkTaggedUse(context, principal, { kind: 'variable', target: row.name })
  checkEchoes(change.input, presentVariable(context, row), ['id', 'workspaceId', 'createdDate'])
  const { name } = change.input
  const content = changeContent(context, principal, { id: row.id, stored: row, input: change.input })
  if (name !== undefined && name !== row.name)
    await checkTaggedUse(context, principal, { kind: 'variable', target: name })
  // Value and hosts belong together: of two changes at once none mixes its part with the other's.
  const isBound = row.type === 'secret' || content.type === 'secret'
  const expectedRevision = change.expectedRevision ?? (isBound ? row.revision : undefined)
  const updated = await context.db.write(workspaceId, async (writer) => {
    const after = await writer.variables.update(change.id, { name, ...content }, { expectedRevision })
    const subject = { kind: 'variable', id: row.id, name: after.name }
    await writer.audit.append(
      auditEntry(principal, {
        action: 'variable.updated',
        subject,
        before: describeVariable(row),
        after: {
          ...describeVariable(after),
          hasNewValue: after.value !== row.value || after.sealed !== row.sealed,
        },
      }),
    )
    return after
  })
  return presentVariable(context, updated)
}
