/** Why this page cannot use passkeys; undefined where it can. Browsers keep them for names of secure addresses. */
export function passkeyHindrance(): 'byNumber' | 'unsupported' | undefined {
  const { hostname } = window.location
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return 'byNumber'
  return 'PublicKeyCredential' in window ? undefined : 'unsupported'
}

/** This page by the name of the own machine, where the address is its number; undefined for other machines. */
export function addressByName({ hostname, href }: Pick<Location, 'hostname' | 'href'>): string | undefined {
  if (!/^127(\.\d+){3}$/.test(hostname) && hostname !== '[::1]') return
  const address = new URL(href)
  address.hostname = 'localhost'
  return address.href
}
