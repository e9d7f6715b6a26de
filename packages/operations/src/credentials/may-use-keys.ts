import { can, type Principal } from '@runnel/access'

/** Who draws flows, or sets up stores. */
const USES_KEYS = [
  'chatflows:create',
  'chatflows:update',
  'agentflows:create',
  'agentflows:update',
  'assistants:create',
  'assistants:update',
  'documentStores:create',
  'documentStores:update',
  'documentStores:add-loader',
  'documentStores:preview-process',
  'documentStores:upsert-config',
] as const

/**
 * Whether somebody may choose a credential of the workspace, and have its vendor asked: who only looks at flows and stores
 * reads nothing by a key that they name, and spends none.
 */
export function mayUseKeys(principal: Principal): boolean {
  return can(principal, USES_KEYS)
}
