import { tellWhy } from '@runnel/contract'
import { createNamedWriter, type NamedWriter } from '../tenant/named-rows.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'

/** Writes the custom tools of one workspace. */
export type CustomToolWriter = NamedWriter<'customTools'>

/** Makes the writer of custom tools. Models know a tool by its name: of two with one name nobody could say which. */
export function createCustomToolWriter(scope: TenantScope): CustomToolWriter {
  const uniqueNames = (name: string) => tellWhy('tool_name_taken', { name })
  return createNamedWriter(scope, {
    table: 'customTools',
    what: 'Tool',
    updated: 'custom-tool.updated',
    uniqueNames,
  })
}
