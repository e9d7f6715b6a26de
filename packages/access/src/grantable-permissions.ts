import { allPermissions, permissionCatalogue, tagOfPermission } from '@runnel/contract'
import { can } from './authorize.ts'
import type { Principal } from './principal.ts'

/** Categories that govern people and workspaces: never given to an API key. */
const HUMAN_CATEGORIES = ['workspace', 'admin']

const humanOnly = new Set(
  HUMAN_CATEGORIES.flatMap((category) => permissionCatalogue[category] ?? []).map(({ key }) => key),
)

/**
 * Of the wanted permissions, those that the principal may give to an API key: known ones that it holds itself and that
 * do not govern people or workspaces, tags of documents among them. In the catalogue's order, each once; a caller that must not lose any compares.
 */
export function grantablePermissions(principal: Principal, wanted: readonly string[]): string[] {
  const tags = [...new Set(wanted)].filter((permission) => tagOfPermission(permission) !== undefined)
  return [...allPermissions, ...tags].filter(
    (permission) => wanted.includes(permission) && !humanOnly.has(permission) && can(principal, permission),
  )
}
