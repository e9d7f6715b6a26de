import { allPermissions } from './permissions.ts'

/** Own templates are looked at by a permission of their own; exporting to them asks for none of theirs. */
const OWN_TEMPLATES = 'templates:custom'

/**
 * The permission to look at what another one changes: a person who holds that one alone gets nowhere with it. Undefined
 * for what shows something itself, and for what stands on its own.
 */
export function viewBehind(permission: string): string | undefined {
  if (permission.startsWith(`${OWN_TEMPLATES}-`)) return OWN_TEMPLATES
  const view = `${permission.split(':')[0]}:view`
  return permission !== view && allPermissions.includes(permission) && allPermissions.includes(view)
    ? view
    : undefined
}
