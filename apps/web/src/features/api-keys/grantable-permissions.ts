import type { PermissionEntry } from '@runnel/contract'
import { type Platform, passesPermission, type Viewer } from '../../session/display-rules.ts'

const platformField = {
  enterprise: 'isEnterprise',
  cloud: 'isCloud',
  'open source': 'isOpenSource',
} as const satisfies Record<Platform, keyof PermissionEntry>

/** A category of permissions with those that can be given. */
export interface PermissionCategory {
  name: string
  entries: readonly PermissionEntry[]
}

/** What a person can give to a key: permissions of this platform that they hold themselves; no empty categories. */
export function grantablePermissions(
  catalogue: Readonly<Record<string, readonly PermissionEntry[]>>,
  viewer: Viewer,
): PermissionCategory[] {
  return Object.entries(catalogue)
    .map(([name, entries]) => ({
      name,
      entries: entries.filter(
        (entry) => entry[platformField[viewer.platform]] && passesPermission(viewer, entry.key),
      ),
    }))
    .filter(({ entries }) => entries.length > 0)
}

/** Permissions with one category's switched on or off as a whole; the order is kept. */
export function withCategory(
  chosen: readonly string[],
  category: PermissionCategory,
  isChosen: boolean,
): string[] {
  const keys = category.entries.map(({ key }) => key)
  const others = chosen.filter((key) => !keys.includes(key))
  return isChosen ? [...others, ...keys] : others
}
