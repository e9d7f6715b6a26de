/** The permissions of a list, or of a text that separates several by commas; empty ones are dropped. */
export function splitPermissions(permissions: string | readonly string[]): string[] {
  const list = typeof permissions === 'string' ? permissions.split(',') : permissions
  return list.map((permission) => permission.trim()).filter((permission) => permission !== '')
}
