import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that embeds as Voyage AI does, and takes one key. */
export interface FakeVoyage {
  endpoint: string
  /** An entry of `EGRESS_ALLOW`. */
  host: string
  close(): Promise<void>
}

/** Starts one on 127.0.0.1; what it refuses repeats the key, as some vendors do. */
export async function startFakeVoyage(key: string): Promise<FakeVoyage> {
  const server = createServer((request, response) => {
    const shown = request.headers.authorization?.replace('Bearer ', '')
    const isLetIn = shown === key && request.url === '/v1/embeddings' && request.method === 'POST'
    response.writeHead(isLetIn ? 200 : 401, { 'content-type': 'application/json' })
    const data = [{ object: 'embedding', index: 0, embedding: [1] }]
    response.end(JSON.stringify(isLetIn ? { data } : { detail: `Provided API key ${shown} is invalid.` }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    endpoint: `http://${host}/v1/embeddings`,
    host,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
