const MAX_NAME_LENGTH = 64

/** A name that vendors take: small letters, digits, `_` and `-`, at most 64; the fallback where nothing is left of it. */
export function toToolName(name: string, fallback: string): string {
  const allowed = name
    .trim()
    .toLowerCase()
    .replaceAll(' ', '_')
    .replace(/[^a-z0-9_-]/g, '')
  return allowed.slice(0, MAX_NAME_LENGTH) || fallback
}
