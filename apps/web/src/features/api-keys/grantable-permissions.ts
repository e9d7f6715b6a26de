import { type PlatformType, passesPermission } from '@runnel/access'
import type { PermissionEntry } from '@runnel/contract'
import type { Viewer } from '../../session/display-rules.ts'

const platformField = {
  enterprise: 'isEnterprise',
  cloud: 'isCloud',
  'open source': 'isOpenSource',
} as const satisfies Record<PlatformType, keyof PermissionEntry>

/** Categories that govern people and workspaces: the server never gives them to a key. */
const HUMAN_CATEGORIES: readonly string[] = ['workspace', 'admin']

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
    .filter(([name]) => !HUMAN_CATEGORIES.includes(name))
    .map(([name, entries]) => ({
      name,
      entries: entries.filter(
        (entry) => entry[platformField[viewer.platformType]] && passesPermission(viewer, entry.key),
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
