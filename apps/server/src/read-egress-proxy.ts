import type { EgressProxy } from '@runnel/drivers'

/** What a wrong `EGRESS_PROXY` is told. */
export const EGRESS_PROXY_HINT =
  'the address of a proxy of HTTP such as http://proxy.example.com:3128, or https://user:password@proxy.example.com with both percent-encoded'

const DEFAULT_PORT = { 'http:': 80, 'https:': 443 } as const

/** Reads the address of a proxy of HTTP, which is spoken to by TLS where it is `https:`. Undefined for anything else. */
export function readProxyAddress(text: string): Omit<EgressProxy, 'names'> | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined
  const isWhole = url.pathname === '/' && url.search === '' && url.hash === ''
  const account = readAccount(url)
  if (!isWhole || account === 'unreadable') return undefined
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? DEFAULT_PORT[url.protocol] : Number(url.port),
    tls: url.protocol === 'https:',
    ...(account && { account }),
  }
}

function readAccount(url: URL): EgressProxy['account'] | 'unreadable' {
  if (url.username === '' && url.password === '') return undefined
  try {
    const [user, password] = [url.username, url.password].map(decodeURIComponent) as [string, string]
    // The name ends at the first colon.
    return user === '' || user.includes(':') ? 'unreadable' : { user, password }
  } catch {
    return 'unreadable'
  }
}
