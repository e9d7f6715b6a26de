const SAFE_SCHEMES = ['http:', 'https:', 'mailto:']
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/]+={0,2}$/

/** The address of a link as it may be followed; undefined for every scheme but http, https and mailto. */
export function findSafeLink(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return SAFE_SCHEMES.includes(url.protocol) ? url.href : undefined
}

/** The address of a picture as it may be shown: https, or the data of a picture that cannot hold a script. */
export function findSafePicture(address: string): string | undefined {
  if (PICTURE.test(address)) return address
  const link = findSafeLink(address)
  return link?.startsWith('https:') ? link : undefined
}
