import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A server that speaks OpenAI's transcriptions, as LocalAI does. */
export interface FakeHearing {
  /** For the base path of the service. */
  baseURL: string
  /** An entry of `EGRESS_ALLOW`. */
  host: string
  /** Bodies of the calls so far. */
  heard: Buffer[]
  /** Lets the calls be answered, which wait for it. */
  answer(): void
  close(): Promise<void>
}

/** Starts a server that hears these words in every recording, once it may answer. */
export async function startFakeHearing(words: string): Promise<FakeHearing> {
  const heard: Buffer[] = []
  const open = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    heard.push(await buffer(request))
    await open.promise
    response.writeHead(request.url === '/v1/audio/transcriptions' ? 200 : 404, {
      'content-type': 'application/json',
    })
    response.end(JSON.stringify({ text: words }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    baseURL: `http://${host}/v1`,
    host,
    heard,
    answer: open.resolve,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
