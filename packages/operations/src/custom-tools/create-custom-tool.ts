import { type Principal, workspaceOf } from '@runnel/access'
import type { CustomTool } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { type CustomToolInput, checkCustomTool } from './check-custom-tool.ts'
import { presentCustomTool } from './present-custom-tool.ts'

/** The colour of a tool whose maker chose none. */
const COLOR = '#d4a373'

/** Creates a custom tool; names are unique in a workspace. Its code is stored, never run here. */
export async function createCustomTool(
  context: OperationContext,
  principal: Principal,
  input: CustomToolInput & { name: string; description: string },
): Promise<CustomTool> {
  checkCustomTool(principal, input)
  const { name, description, color = COLOR, iconSrc, schema, func } = input
  const row = await context.db.write(workspaceOf(principal), async (writer) => {
    const made = await writer.customTools.insert({ name, description, color, iconSrc, schema, func })
    const subject = { kind: 'custom-tool', id: made.id, name }
    const after = { name, description }
    await writer.audit.append(auditEntry(principal, { action: 'custom-tool.created', subject, after }))
    return made
  })
  return presentCustomTool(row)
}
