import type { OperationContext } from '../context.ts'

/** Values of all variables of a workspace by name; those of type `runtime` come from the process's settings. */
export async function readVariableValues(
  context: OperationContext,
  workspaceId: string,
): Promise<Record<string, string>> {
  const rows = await context.db.read(workspaceId).variables.listAll()
  return Object.fromEntries(
    rows.map((row) => [
      row.name,
      row.type === 'runtime' ? (context.settings.runtimeVariables[row.name] ?? '') : (row.value ?? ''),
    ]),
  )
}
