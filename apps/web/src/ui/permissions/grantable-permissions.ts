import { passesPermission } from '@runnel/access'
import {
  isGivenOn,
  type Permission,
  type PermissionEntry,
  permissionsAbout,
  permissionsToCome,
  tagOfPermission,
} from '@runnel/contract'
import type { Viewer } from '../../session/display-rules.ts'

/** A category of permissions with those that can be given. */
export interface PermissionCategory {
  name: string
  entries: readonly PermissionEntry[]
}

type Catalogue = Readonly<Record<string, readonly PermissionEntry[]>>

/** As `heldPermissions`, without those that only people can have: what can be given to a key. */
export function grantablePermissions(catalogue: Catalogue, viewer: Viewer): PermissionCategory[] {
  const humanOnly = permissionsAbout('people')
  return heldPermissions(catalogue, viewer).filter(({ entries }) =>
    entries.every(({ key }) => !humanOnly.includes(key)),
  )
}

/** What a person can give to others: permissions of this platform that they hold themselves; no empty categories. */
export function heldPermissions(catalogue: Catalogue, viewer: Viewer): PermissionCategory[] {
  return Object.entries(catalogue)
    .map(([name, entries]) => ({
      name,
      entries: entries.filter(
        (entry) => isGivenOn(viewer.platformType, entry) && passesPermission(viewer, entry.key as Permission),
      ),
    }))
    .filter(({ entries }) => entries.length > 0)
}

/** Categories without the permissions that nothing asks for yet; those that are held already stay. */
export function offeredCategories(
  categories: readonly PermissionCategory[],
  held: readonly string[],
): PermissionCategory[] {
  return categories
    .map(({ name, entries }) => ({
      name,
      entries: entries.filter(({ key }) => !permissionsToCome.includes(key) || held.includes(key)),
    }))
    .filter(({ entries }) => entries.length > 0)
}

/** Of what a role or a key holds, how many are permissions and how many are tags of documents. */
export function countRights(permissions: readonly string[]): { rights: number; tags: number } {
  const tags = permissions.filter((permission) => tagOfPermission(permission) !== undefined).length
  return { rights: permissions.length - tags, tags }
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

/** The name of a permission's text: its verb, and for "manage" with what is managed. */
export function permissionWord(key: string): string {
  const [resource = '', verb = ''] = key.split(':')
  return verb === 'manage' ? `manage-${resource}` : verb
}
