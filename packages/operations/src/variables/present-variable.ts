import { isoTime, SECRET_MASK, type Variable } from '@runnel/contract'
import type { VariableRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { parseHosts } from '../variable-secrets.ts'

/** Fields of a variable that is created or changed. */
export interface VariableInput {
  name?: string | undefined
  value?: string | null | undefined
  type?: Variable['type'] | undefined
  /** Of a secret one. */
  hosts?: string[] | undefined
}

/** A variable on the wire. Of one of the type `runtime` it tells whether the process has a value, never which; nor of a secret one. */
export function presentVariable(
  { settings }: Pick<OperationContext, 'settings'>,
  row: VariableRow,
): Variable {
  return {
    id: row.id,
    name: row.name,
    value: row.type === 'secret' ? SECRET_MASK : row.value,
    type: row.type,
    revision: row.revision,
    createdDate: isoTime(row.createdAt),
    updatedDate: isoTime(row.updatedAt),
    workspaceId: row.workspaceId,
    ...(row.type === 'runtime' && { isSet: Object.hasOwn(settings.runtimeVariables, row.name) }),
    ...(row.type === 'secret' && { hosts: parseHosts(row.hosts) }),
  }
}

/** What the audit log tells of a variable: never its value, as people keep secrets in values. */
export function describeVariable({ name, type, hosts }: Pick<VariableRow, 'name' | 'type' | 'hosts'>) {
  return { name, type, ...(type === 'secret' && { hosts: parseHosts(hosts) }) }
}
