import type { Permission } from '@runnel/contract'

/** What a right leads nowhere without: a copy and an import are new flows, and a loader that is added is saved by its first preview or processing. */
const NEEDS: Partial<Record<Permission, Permission>> = {
  'chatflows:duplicate': 'chatflows:create',
  'chatflows:import': 'chatflows:create',
  'agentflows:duplicate': 'agentflows:create',
  'agentflows:import': 'agentflows:create',
  'documentStores:add-loader': 'documentStores:preview-process',
}
const needs: ReadonlyMap<string, string> = new Map(Object.entries(NEEDS))

/** Of the rights that somebody holds those that pages offer to them. */
export function listCarried(held: readonly string[]): readonly string[] {
  return held.filter((right) => {
    const other = needs.get(right)
    return other === undefined || held.includes(other)
  })
}
