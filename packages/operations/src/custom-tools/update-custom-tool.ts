import { type Principal, workspaceOf } from '@runnel/access'
import type { CustomTool } from '@runnel/contract'
import type { CustomToolRow } from '@runnel/db'
import { type Act, auditEntry } from '../audit-entry.ts'
import { checkEchoes } from '../check-echoes.ts'
import { checkTaggedUse } from '../check-tagged-use.ts'
import type { OperationContext } from '../context.ts'
import { type CustomToolInput, checkCustomTool } from './check-custom-tool.ts'
import { presentCustomTool } from './present-custom-tool.ts'

/** Changes a custom tool. */
export async function updateCustomTool(
  context: OperationContext,
  principal: Principal,
  change: { id: string; input: CustomToolInput; expectedRevision?: number | undefined },
): Promise<CustomTool> {
  const workspaceId = workspaceOf(principal)
  const row = await context.db.read(workspaceId).customTools.get(change.id)
  await checkTaggedUse(context, principal, { kind: 'tool', target: row.id })
  checkEchoes(change.input, presentCustomTool(row), ['id', 'workspaceId', 'createdDate'])
  checkCustomTool(principal, change.input, row)
  const { name, description, color, iconSrc, schema, func } = change.input
  const { expectedRevision } = change
  const updated = await context.db.write(workspaceId, async (writer) => {
    const after = await writer.customTools.update(
      change.id,
      { name, description, color, iconSrc, schema, func },
      { expectedRevision },
    )
    await writer.audit.append(auditEntry(principal, describeChange(row, after)))
    return after
  })
  return presentCustomTool(updated)
}

/** What the audit log tells: names, and whether the tool does something else now; never its code. */
function describeChange(row: CustomToolRow, changed: CustomToolRow): Act {
  const { name, description } = changed
  return {
    action: 'custom-tool.updated',
    subject: { kind: 'custom-tool', id: row.id, name },
    before: { name: row.name, description: row.description },
    after: {
      name,
      description,
      hasNewCode: changed.func !== row.func,
      hasNewInputs: changed.schema !== row.schema,
    },
  }
}
