import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A call as it came. */
export interface OrderCall {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** A server of orders on 127.0.0.1, for steps that make requests. */
export interface OrderServer {
  origin: string
  /** `127.0.0.1:<port>`, as an entry of `EGRESS_ALLOW`. */
  host: string
  calls: OrderCall[]
  /** Never answers the next call of a method. */
  holdNext(method: string): void
  close(): Promise<void>
}

/** Starts one; `/away` redirects to the address that `awayTo` gives, `/echo` repeats what it was asked, `/broken` refuses. */
export async function startOrderServer(awayTo: () => string = () => '/'): Promise<OrderServer> {
  const calls: OrderCall[] = []
  const held = new Set<string>()
  const server = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming
    const call = { method, url, headers, body: await text(incoming) }
    calls.push(call)
    if (held.delete(method)) return
    if (url.startsWith('/away')) response.writeHead(302, { location: awayTo() }).end()
    else if (url.startsWith('/echo')) response.writeHead(200, { 'x-echo': url }).end(JSON.stringify(call))
    else if (url.startsWith('/broken'))
      response.writeHead(422, { 'content-type': 'application/json' }).end('{"message":"Sold out"}')
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ price: 21, number: `order ${calls.length}` }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin: `http://${host}`,
    host,
    calls,
    holdNext: (method) => held.add(method),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
