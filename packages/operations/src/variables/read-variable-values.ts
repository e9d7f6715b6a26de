import type { OperationContext } from '../context.ts'
import { markOf } from '../run-secrets.ts'

/**
 * Values of all variables of a workspace by name, as one run sees them: those of type `runtime` come from the process's
 * settings, and in the place of a secret one stands its mark.
 */
export async function readVariableValues(
  context: OperationContext,
  workspaceId: string,
  runId: string,
): Promise<Record<string, string>> {
  const rows = await context.db.read(workspaceId).variables.listAll()
  return Object.fromEntries(
    rows.map((row) => {
      if (row.type === 'secret') return [row.name, markOf(context, row, runId)]
      return [
        row.name,
        row.type === 'runtime' ? (context.settings.runtimeVariables[row.name] ?? '') : (row.value ?? ''),
      ]
    }),
  )
}
