import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'

/** A picture of one pixel. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** What tests look at, and change, of the server while it runs. */
export interface McpServerNotes {
  /** Names of the tools that were called, in order. */
  called: string[]
  /** Headers of every request. */
  headers: IncomingMessage['headers'][]
  /** Sessions that were opened. */
  sessions: number
  /** What the tool `add` says of itself. */
  addDescription: string
  /** What was sent for a token, which is the key. */
  tokens: Record<string, string>[]
  /** What people answered to the tool `book`. */
  booked: unknown[]
}

/** A server of tools made with the protocol's own package: streamable HTTP at `/mcp`, SSE at `/sse`. */
export interface TestMcpServer {
  origin: string
  notes: McpServerNotes
  /** Forgets all sessions, as a restart does. */
  forget(): void
  close(): Promise<void>
}

/** The tools of one session. */
export function createMcpTools(notes: McpServerNotes): McpServer {
  const server = new McpServer({ name: 'tea-house', version: '1.0.0' })
  let counted = 0
  const text = (content: string) => ({ content: [{ type: 'text' as const, text: content }] })
  const note = (name: string) => notes.called.push(name)

  server.registerTool(
    'add',
    {
      description: notes.addDescription,
      inputSchema: {
        a: z.number().describe('The first'),
        b: z.number(),
        unit: z.enum(['cup', 'pot']).optional(),
      },
      annotations: { readOnlyHint: true },
    },
    async ({ a, b }) => {
      note('add')
      return text(String(a + b))
    },
  )
  server.registerTool('countCalls', { description: 'Counts the calls of this session' }, async () => {
    note('countCalls')
    counted += 1
    return text(String(counted))
  })
  server.registerTool('draw', { description: 'Draws a picture' }, async () => {
    note('draw')
    return {
      content: [
        { type: 'text', text: 'A dot' },
        { type: 'image', data: PIXEL, mimeType: 'image/png' },
      ],
    }
  })
  server.registerTool(
    'weigh',
    { description: 'Weighs in numbers', outputSchema: { grams: z.number() } },
    async () => {
      note('weigh')
      return { content: [], structuredContent: { grams: 250 } }
    },
  )
  server.registerTool('spill', { description: 'Always fails' }, async () => {
    note('spill')
    return { ...text('The pot is empty.'), isError: true }
  })
  server.registerTool(
    'book',
    { description: 'Books a table', inputSchema: { day: z.string() } },
    async ({ day }) => {
      note('book')
      const answer = await server.server.elicitInput({
        message: `For how many people on ${day}?`,
        requestedSchema: {
          type: 'object',
          properties: { people: { type: 'integer', minimum: 1 }, name: { type: 'string' } },
          required: ['people'],
        },
      })
      notes.booked.push(answer)
      if (answer.action !== 'accept') return text(`Not booked: ${answer.action}.`)
      return text(`Booked for ${String(answer.content?.people)} on ${day}.`)
    },
  )
  server.registerTool('sleep', { description: 'Takes very long' }, async () => {
    note('sleep')
    await new Promise((resolve) => setTimeout(resolve, 60_000).unref())
    return text('Awake')
  })
  return server
}

/** What a server notes when nothing was asked yet. */
export function noNotes(): McpServerNotes {
  return { called: [], headers: [], sessions: 0, addDescription: 'Adds two amounts', booked: [], tokens: [] }
}

/** Whom the server lets in; everybody when nothing is given. */
export interface McpDoor {
  /** The one key that it takes. */
  key?: string
  /** Whether it takes a token; who shows none, or another, is refused. */
  takes?: (token: string) => boolean
  /** What stands in `WWW-Authenticate`. */
  challenge?: () => string
  /** What it tells of itself at a path; nothing where that is undefined. */
  page?: (path: string) => object | undefined
}

/** Answers a page, or who may not come in; false for who may. */
function stopAtDoor(
  { key, takes = (token) => key === undefined || token === key, challenge, page }: McpDoor,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const told = page?.(request.url ?? '')
  if (told) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(told))
    return true
  }
  const shown = request.headers.authorization ?? ''
  if (takes(shown.replace(/^Bearer /, ''))) return false
  response.writeHead(401, challenge && { 'www-authenticate': challenge() }).end(`The key ${shown} is wrong`)
  return true
}

/** Starts the server on a free port of this machine. */
export async function startMcpServer(door: McpDoor = {}): Promise<TestMcpServer> {
  const notes = noNotes()
  const open = new Map<string, StreamableHTTPServerTransport>()
  const streams = new Map<string, SSEServerTransport>()

  async function handleHttp(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const known = open.get(String(request.headers['mcp-session-id'] ?? ''))
    if (known) return known.handleRequest(request, response)
    if (request.headers['mcp-session-id'] !== undefined) {
      response.writeHead(404).end('No such session')
      return
    }
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => {
        notes.sessions += 1
        open.set(id, transport)
      },
    })
    await createMcpTools(notes).connect(transport as Parameters<McpServer['connect']>[0])
    return transport.handleRequest(request, response)
  }

  async function handleSse(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') {
      const transport = new SSEServerTransport('/sse', response)
      streams.set(transport.sessionId, transport)
      notes.sessions += 1
      return createMcpTools(notes).connect(transport)
    }
    const id = new URL(request.url ?? '', 'http://localhost').searchParams.get('sessionId') ?? ''
    const transport = streams.get(id)
    if (transport) return transport.handlePostMessage(request, response)
    response.writeHead(404).end()
  }

  /** Gives the key as a token to the client `tea-client`. */
  async function giveToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const piece of request) body += String(piece)
    const asked = Object.fromEntries(new URLSearchParams(body))
    notes.tokens.push(asked)
    const isRight = asked.client_id === 'tea-client' && asked.client_secret === 'tea-client-secret'
    response
      .writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' })
      .end(
        JSON.stringify(isRight ? { access_token: door.key, expires_in: 3600 } : { error: `wrong ${body}` }),
      )
  }

  const server = createServer(async (request, response) => {
    notes.headers.push(request.headers)
    if (request.url === '/token') return giveToken(request, response)
    if (stopAtDoor(door, request, response)) return
    if (request.url?.startsWith('/mcp')) await handleHttp(request, response)
    else if (request.url?.startsWith('/sse')) await handleSse(request, response)
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    notes,
    forget: () => open.clear(),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
