import { passesPermission } from '@runnel/access'
import type { Viewer } from '../../session/display-rules.ts'
import type { MenuEntry } from '../../shell/menu-entries.ts'

/** Of the rights that open a page, those of which one would be enough; none where it is not a right that is missing. */
export function listMissingRights(viewer: Viewer, entry: Pick<MenuEntry, 'rule'> | undefined): string[] {
  const permission = entry?.rule.permission
  if (permission === undefined || passesPermission(viewer, permission)) return []
  return [permission].flat().flatMap((each) => each.split(','))
}
