import { isoTime, type Variable } from '@runnel/contract'
import type { VariableRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'

/** Fields of a variable that is created or changed. */
export interface VariableInput {
  name?: string | undefined
  value?: string | null | undefined
  type?: 'static' | 'runtime' | undefined
}

/** A variable on the wire. Of one of the type `runtime` it tells whether the process has a value, never which. */
export function presentVariable(
  { settings }: Pick<OperationContext, 'settings'>,
  row: VariableRow,
): Variable {
  return {
    id: row.id,
    name: row.name,
    value: row.value,
    type: row.type,
    revision: row.revision,
    createdDate: isoTime(row.createdAt),
    updatedDate: isoTime(row.updatedAt),
    workspaceId: row.workspaceId,
    ...(row.type === 'runtime' && { isSet: Object.hasOwn(settings.runtimeVariables, row.name) }),
  }
}
