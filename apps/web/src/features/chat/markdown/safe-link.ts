const SAFE_SCHEMES = ['http:', 'https:', 'mailto:']

/** The address of a link as it may be followed; undefined for every scheme but http, https and mailto. */
export function findSafeLink(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return SAFE_SCHEMES.includes(url.protocol) ? url.href : undefined
}
