import { isIP } from 'node:net'
import { findCanonicalHost, findHostAndPort, formatHostAndPort } from './canonical-host.ts'

const ANY_BELOW = '*.'

/**
 * The form in which a host is kept to which a secret may go: `api.example.com`, or `*.example.com` for every name below it,
 * by https; or each with `:port`, by http as well. Undefined for what is no host, and for a wildcard over a whole top level.
 */
export function readSecretHost(text: string): string | undefined {
  const entry = text.trim()
  const isWild = entry.startsWith(ANY_BELOW)
  const place = isWild ? entry.slice(ANY_BELOW.length) : entry
  const found = findHostAndPort(place) ?? { host: findCanonicalHost(place), port: undefined }
  const { host, port } = found
  if (host === undefined || host.includes('*')) return undefined
  if (isWild && (isIP(host) !== 0 || !host.includes('.'))) return undefined
  return `${isWild ? ANY_BELOW : ''}${port === undefined ? host : formatHostAndPort({ host, port })}`
}

interface Place {
  host: string
  /** That of https where absent, and nothing but https. */
  port: number | undefined
  isWild: boolean
}

function placeOf(entry: string): Place {
  const isWild = entry.startsWith(ANY_BELOW)
  const place = isWild ? entry.slice(ANY_BELOW.length) : entry
  return { isWild, ...(findHostAndPort(place) ?? { host: place, port: undefined }) }
}

const covers = (wide: Place, { host, isWild }: Place) =>
  wide.isWild
    ? host.endsWith(`.${wide.host}`) || (isWild && host === wide.host)
    : !isWild && host === wide.host

/** Whether an address lies at one of the hosts, as `readSecretHost` gives them. */
export function isAtSecretHost(hosts: readonly string[], url: URL): boolean {
  const isUsual = url.protocol === 'https:' && url.port === ''
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const asked = { host: findCanonicalHost(url.hostname) ?? '', port, isWild: false }
  const isAtPort = (place: Place) => (place.port === undefined ? isUsual : place.port === port)
  return hosts.map(placeOf).some((place) => covers(place, asked) && isAtPort(place))
}

/** Whether all that an entry allows is allowed by the others already. */
export function isSecretHostAmong(hosts: readonly string[], entry: string): boolean {
  const wanted = placeOf(entry)
  return hosts.map(placeOf).some((place) => covers(place, wanted) && place.port === wanted.port)
}
