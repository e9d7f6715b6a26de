import { formatHostAndPort, type HostAndPort } from '../egress/canonical-host.ts'

/** What a server is called in words for people: its host and port, nothing of the account. */
export function nameServer({ host, port }: HostAndPort): string {
  return formatHostAndPort({ host, port })
}
