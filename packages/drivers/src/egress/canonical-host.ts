/** A host as the network will see it: lower case, no trailing dot, IP addresses in their one form without brackets. */
export interface HostAndPort {
  host: string
  port: number
}

/**
 * The canonical form of a host: `127.1`, `0x7f.1` and `2130706433` become `127.0.0.1`, IPv6 its shortest form,
 * names ASCII lower case. Undefined for what is no host (empty, with a path, user or port in it).
 */
export function findCanonicalHost(text: string): string | undefined {
  const host = text.includes(':') && !text.startsWith('[') ? `[${text}]` : text
  if (/[/?#@\\\s]/.test(host)) return undefined
  let url: URL
  try {
    url = new URL(`http://${host}`)
  } catch {
    return undefined
  }
  if (url.port !== '' || url.hostname === '') return undefined
  const canonical = url.hostname.replace(/^\[|\]$/g, '').replace(/(?<!\.)\.+$/, '')
  return canonical === '' ? undefined : canonical
}

/** Reads one `host:port` entry of an allow-list; `[::1]:80` for IPv6. Undefined when it is not one. */
export function findHostAndPort(entry: string): HostAndPort | undefined {
  const [, hostText, portText] = /^(.+):(\d{1,5})$/.exec(entry.trim()) ?? []
  if (hostText === undefined || portText === undefined) return undefined
  if (hostText.includes(':') && !hostText.startsWith('[')) return undefined
  const host = findCanonicalHost(hostText)
  const port = Number(portText)
  return host === undefined || port < 1 || port > 65_535 ? undefined : { host, port }
}

/** `host:port` as an operator writes it in `EGRESS_ALLOW`. */
export function formatHostAndPort({ host, port }: HostAndPort): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}
