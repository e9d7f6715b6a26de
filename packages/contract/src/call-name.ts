/** A name that models and vendors take: small letters, digits, `_` and `-`, at most 64; empty where nothing is left of it. */
export function callNameOf(name: string): string {
  const allowed = name
    .trim()
    .toLowerCase()
    .replaceAll(' ', '_')
    .replace(/[^a-z0-9_-]/g, '')
  return allowed.slice(0, 64)
}
