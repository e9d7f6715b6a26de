import { tellWhy } from '@runnel/contract'
import { createNamedWriter, type NamedWriter, type NewNamed } from '../tenant/named-rows.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'

/** Writes the variables of one workspace. */
export type VariableWriter = NamedWriter<'variables'>

/** A new variable. */
export type NewVariable = NewNamed<'variables'>

/** Makes the writer of variables. A text that names a variable means one: of two with one name nobody could say which. */
export function createVariableWriter(scope: TenantScope): VariableWriter {
  const uniqueNames = (name: string) => tellWhy('variable_name_taken', { name })
  return createNamedWriter(scope, {
    table: 'variables',
    what: 'Variable',
    updated: 'variable.updated',
    uniqueNames,
  })
}
