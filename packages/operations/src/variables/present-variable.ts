import { isoTime, type Variable } from '@runnel/contract'
import type { VariableRow } from '@runnel/db'

/** Fields of a variable that is created or changed. */
export interface VariableInput {
  name?: string | undefined
  value?: string | null | undefined
  type?: 'static' | 'runtime' | undefined
}

/** A variable on the wire. */
export function presentVariable(row: VariableRow): Variable {
  return {
    id: row.id,
    name: row.name,
    value: row.value,
    type: row.type,
    revision: row.revision,
    createdDate: isoTime(row.createdAt),
    updatedDate: isoTime(row.updatedAt),
    workspaceId: row.workspaceId,
  }
}
