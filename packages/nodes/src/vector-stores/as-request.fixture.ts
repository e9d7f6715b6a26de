import type { DataProtocol, DataProtocols, JsonValue } from '@runnel/contract'
import type { SentRequest } from '@runnel/node-kit/testing'

/** A question to a server that speaks no HTTP, in the form in which fakes hear of it. */
export function asRequest<Protocol extends DataProtocol>(
  protocol: Protocol,
  address: DataProtocols[Protocol]['address'],
  question: DataProtocols[Protocol]['question'],
): SentRequest {
  const [{ host, port } = { host: '', port: 0 }] = 'hosts' in address ? address.hosts : [address]
  const body = { protocol, address, question } as unknown as JsonValue
  const url = new URL(`https://${host}:${port}`)
  return { method: 'ASK', url, headers: {}, body, text: JSON.stringify(body), leftAt: 0 }
}
