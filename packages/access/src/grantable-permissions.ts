import { isGivenOn, permissionCatalogue, permissionsAbout, tagOfPermission } from '@runnel/contract'
import { holds } from './authorize.ts'
import type { PlatformType } from './display-rules.ts'
import type { Principal } from './principal.ts'

const humanOnly = new Set(permissionsAbout('people'))

/**
 * Of the wanted permissions, those that the principal may give to an API key on a platform: known ones that it holds
 * itself, that stand there and that do not govern people or workspaces, tags of documents among them. In the catalogue's
 * order, each once; a caller that must not lose any compares.
 */
export function grantablePermissions(
  principal: Principal,
  wanted: readonly string[],
  platform: PlatformType,
): string[] {
  const tags = [...new Set(wanted)].filter((permission) => tagOfPermission(permission) !== undefined)
  const known = Object.values(permissionCatalogue)
    .flat()
    .filter((entry) => isGivenOn(platform, entry))
  return [...known.map(({ key }) => key), ...tags].filter(
    (permission) => wanted.includes(permission) && !humanOnly.has(permission) && holds(principal, permission),
  )
}
