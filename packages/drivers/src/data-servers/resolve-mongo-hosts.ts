import { resolveSrv, resolveTxt } from 'node:dns/promises'
import { type MongoAddress, RunnelError } from '@runnel/contract'
import type { HostAndPort } from '../egress/canonical-host.ts'
import { UpstreamError } from '../egress/upstream-error.ts'

/** The questions to a name server behind `mongodb+srv://`. */
export interface SrvResolver {
  resolveSrv(name: string): Promise<{ name: string; port: number }[]>
  resolveTxt(name: string): Promise<string[][]>
}

/** The members of a deployment, and the database that knows its users where nobody names it. */
export interface MongoMembers {
  hosts: HostAndPort[]
  authSource: string
}

/**
 * The members that an address names, or that the name server has under its name. Only those are taken that are below the
 * same domain, so that nobody who answers for the name leads the account elsewhere.
 * @throws RunnelError `upstream_error`
 */
export async function resolveMongoHosts(
  { hosts, srv, authSource }: MongoAddress,
  resolver: SrvResolver = { resolveSrv, resolveTxt },
): Promise<MongoMembers> {
  const [first] = hosts
  if (!srv || !first) return { hosts, authSource: authSource ?? 'admin' }
  const [found, texts] = await Promise.all([
    lookUp(first.host, () => resolver.resolveSrv(`_mongodb._tcp.${first.host}`)),
    resolver.resolveTxt(first.host).catch(() => []),
  ])
  const domain = first.host.slice(first.host.indexOf('.')).toLowerCase()
  const members = found.map(({ name, port }) => ({ host: name.replace(/\.$/, ''), port }))
  if (!members.every(({ host }) => host.toLowerCase().endsWith(domain)))
    throw new RunnelError('upstream_error', `The members of ${first.host} are not below ${domain.slice(1)}.`)
  const options = new URLSearchParams(texts.map((parts) => parts.join('')).join('&'))
  return { hosts: members, authSource: authSource ?? options.get('authSource') ?? 'admin' }
}

async function lookUp<Found>(host: string, find: () => Promise<Found[]>): Promise<Found[]> {
  const found = await find().catch((cause: unknown) => {
    throw new UpstreamError(`The members of ${host} were not found. Check the address.`, {
      retryable: false,
      wasSent: false,
      cause,
    })
  })
  if (found.length > 0) return found
  throw new RunnelError('upstream_error', `The name server knows no member of ${host}.`)
}
