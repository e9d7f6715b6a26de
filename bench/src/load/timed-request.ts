import { Agent, request } from 'node:http'

/** An answer as it came over the wire. */
export interface TimedAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** Bytes of its body, compressed as they came. */
  body: Buffer
  /** From the first byte sent to the last received. */
  milliseconds: number
}

/** What is asked. */
export interface TimedRequest {
  method?: string
  headers?: Record<string, string>
  body?: Buffer | string
}

/** One caller with a kept connection; nothing is unpacked, so that the times are the server's. */
export interface TimedCaller {
  ask(url: string, choices?: TimedRequest): Promise<TimedAnswer>
  close(): void
}

/** Opens a caller; its connection is made with the first request. */
export function openTimedCaller(): TimedCaller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return { ask: (url, choices = {}) => ask(agent, url, choices), close: () => agent.destroy() }
}

function ask(
  agent: Agent,
  url: string,
  { method = 'GET', headers = {}, body }: TimedRequest,
): Promise<TimedAnswer> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const sent = request(url, { method, agent, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
          milliseconds: performance.now() - startedAt,
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
