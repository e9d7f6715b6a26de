import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A service that a flow calls, and that answers when the journey wants it to. */
export interface SlowService {
  url: string
  /** An entry of `EGRESS_ALLOW`. */
  host: string
  /** How often it was called. */
  calls(): number
  /** From now on calls get no answer. */
  holdBack(): void
  /** From now on calls are answered at once, those that hang too. */
  letGo(): void
  close(): Promise<void>
}

/** Starts a service whose every answer is `text`. */
export async function startSlowService(text: string): Promise<SlowService> {
  let calls = 0
  let isHolding = false
  const hanging = new Set<ServerResponse>()
  const server = createServer((_request, response) => {
    calls += 1
    if (isHolding) hanging.add(response)
    else response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}/`,
    host,
    calls: () => calls,
    holdBack() {
      isHolding = true
    },
    letGo() {
      isHolding = false
      for (const response of hanging) response.end(text)
      hanging.clear()
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
