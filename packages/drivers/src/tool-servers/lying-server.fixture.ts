import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a server does instead of what the protocol says, once a session stands. */
export interface Lie {
  'tools/list'?: () => object
  'tools/call'?: () => object
  /** The whole body of an answer, whatever was asked. */
  raw?: (id: number) => string
  error?: object
  /** An event stream that says nothing of use for ever, or nothing at all. */
  stream?: 'endless' | 'silent'
  redirect?: string
}

/** A server that opens sessions as the protocol says, and then lies. */
export interface LyingServer {
  origin: string
  lie: Lie
  close(): Promise<void>
}

interface Message {
  id?: number
  method: 'tools/list' | 'tools/call' | 'initialize' | 'server/discover'
}

const SESSION = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'liar', version: '1' },
}

/** Starts the server on a free port of this machine. */
export async function startLyingServer(): Promise<LyingServer> {
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    if (request.method === 'POST') answer(response, JSON.parse(Buffer.concat(pieces).toString()), made.lie)
    else if (made.lie.redirect) response.writeHead(302, { location: made.lie.redirect }).end()
    else response.writeHead(405).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const made: LyingServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lie: {},
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return made
}

function answer(response: ServerResponse, { id, method }: Message, lie: Lie): void {
  const json = (body: object) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...body }))
  if (id === undefined) response.writeHead(202).end()
  else if (method === 'server/discover') response.writeHead(400).end()
  else if (method === 'initialize') json({ result: SESSION })
  else if (lie.redirect) response.writeHead(307, { location: lie.redirect }).end()
  else if (lie.stream) sendStream(response, lie.stream)
  else if (lie.raw) response.writeHead(200, { 'content-type': 'application/json' }).end(lie.raw(id))
  else if (lie.error) json({ error: lie.error })
  else json({ result: lie[method]?.() ?? { content: [] } })
}

function sendStream(response: ServerResponse, kind: 'endless' | 'silent'): void {
  if (kind === 'silent') return
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const timer = setInterval(
    () => response.write(': still brewing\n\ndata: {"jsonrpc":"2.0","method":"x"}\n\n'),
    5,
  )
  response.on('close', () => clearInterval(timer))
}
