import type { EgressFetch } from '../egress/create-egress.ts'
import { gone } from './cdp-connection.ts'

/**
 * The address at which a browser takes commands. One of http(s) is asked for it, since it is another one after each start of
 * the browser; what it answers says the path alone, and no other host.
 */
export async function findEndpoint(address: URL, fetch: EgressFetch, signal: AbortSignal): Promise<URL> {
  if (address.protocol === 'ws:' || address.protocol === 'wss:') return address
  const asked = new URL('/json/version', address)
  const told = await fetch(asked, { signal, redirect: 'error' }, { maxBytes: 65_536 })
    .then((response): Promise<unknown> => response.json())
    .catch((error: unknown) => {
      throw signal.aborted ? signal.reason : gone(address, 'cannot be reached', error)
    })
  const named = typeof told === 'object' && told !== null && 'webSocketDebuggerUrl' in told
  const endpoint = named ? String(told.webSocketDebuggerUrl) : ''
  if (!URL.canParse(endpoint)) throw gone(address, 'does not say where it takes commands')
  const { pathname, search } = new URL(endpoint)
  const found = new URL(pathname + search, address)
  found.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  return found
}
