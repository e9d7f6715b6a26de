const REGION = /^[a-z0-9-]{1,40}$/

/** Where the speech service of the region is that a credential names; undefined for what is no region. */
export function speechHomeOf({ serviceRegion = '' }: Record<string, string>): string | undefined {
  const region = serviceRegion.trim().toLowerCase()
  return REGION.test(region) ? `https://${region}.api.cognitive.microsoft.com` : undefined
}
