import { once } from 'node:events'
import {
  request as ask,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { PROXY_IDENTITY } from './proxy-keys.fixture.ts'

/** A proxy on this machine that reads along, as some companies have it. */
export interface TestProxy {
  port: number
  /** With name and password, for the setting. */
  address: string
  /** What it was asked to connect to, as `host:port`. */
  asked: string[]
  /** What each of these came with to let Runnel in. */
  authorizations: (string | undefined)[]
  /** Answers from now on with this status, and leads nowhere; 200 leads on again. */
  answerWith(status: number): void
  close(): Promise<void>
}

/** Its name and password, of which signs of an address are part. */
export const PROXY_LOGIN = { user: 'runnel', password: 'p@ss:word' } as const

/**
 * Starts a proxy that leads each host to the origin of a server on this machine. What begins with TLS it ends itself, by
 * `PROXY_IDENTITY`, and hands on without. Whoever has not the login is refused with 407, a host that it does not know with 502.
 */
export async function startProxy(leads: Record<string, string>, { tls = false } = {}): Promise<TestProxy> {
  const asked: string[] = []
  const authorizations: (string | undefined)[] = []
  const sockets = new Set<Socket>()
  let status = 200
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  const inside = createTlsServer(PROXY_IDENTITY, (request, response) => {
    const origin = leads[hostOf(request.headers.host)]
    if (origin === undefined) response.writeHead(502).end()
    else handOn(origin, request, response)
  })
  inside.listen(0, '127.0.0.1')
  await once(inside, 'listening')
  const proxy: Server = tls ? createTlsServer(PROXY_IDENTITY) : createServer()
  proxy.on('connection', keep)
  proxy.on('connect', ({ url = '', headers }, socket) => {
    asked.push(url)
    authorizations.push(headers['proxy-authorization'])
    const isLetIn = headers['proxy-authorization'] === AUTHORIZATION
    const origin = leads[hostOf(url)]
    const found = isLetIn ? (origin === undefined ? 502 : status) : 407
    if (found !== 200 || origin === undefined) {
      socket.end(`HTTP/1.1 ${found} No\r\ncontent-length: 2\r\n\r\nno`)
      return
    }
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    socket.once('data', (first) => {
      const isTls = first[0] === TLS_HANDSHAKE
      const port = isTls ? (inside.address() as AddressInfo).port : Number(new URL(origin).port)
      const onward = connect(port, '127.0.0.1')
      keep(onward)
      onward.write(first)
      socket.pipe(onward).pipe(socket)
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const login = `${PROXY_LOGIN.user}:${encodeURIComponent(PROXY_LOGIN.password)}`
  return {
    port,
    address: `${tls ? 'https' : 'http'}://${login}@127.0.0.1:${port}`,
    asked,
    authorizations,
    answerWith(next) {
      status = next
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      inside.closeAllConnections()
      inside.close()
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

const TLS_HANDSHAKE = 0x16
const AUTHORIZATION = `Basic ${Buffer.from(`${PROXY_LOGIN.user}:${PROXY_LOGIN.password}`).toString('base64')}`

const hostOf = (authority = '') => authority.replace(/:\d+$/, '')

function handOn(origin: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, url = '/', headers } = request
  const onward = ask(new URL(url, origin), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  request.pipe(onward)
}
