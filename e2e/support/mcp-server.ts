import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'

/** A server of tools that books tables. */
export interface TableServer {
  /** Its address, for a node. */
  url: string
  /** An entry of `EGRESS_ALLOW`. */
  host: string
  /** What it says of its tool. */
  description: string
  close(): Promise<void>
}

/** Where the table stands: a picture of one green dot. */
const PLAN =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** What it asks of a person before it books. */
const FORM = {
  type: 'object' as const,
  properties: {
    people: { type: 'integer' as const, title: 'How many people', minimum: 1 },
    tea: { type: 'string' as const, title: 'Which tea', enum: ['Green', 'Black'] },
    window: { type: 'boolean' as const, title: 'By the window' },
  },
  required: ['people'],
}

/** Starts the server on a free port of this machine. */
export async function startTableServer(): Promise<TableServer> {
  const sessions = new Map<string, StreamableHTTPServerTransport>()
  const server = createServer(async (request, response) => {
    const known = sessions.get(String(request.headers['mcp-session-id'] ?? ''))
    const transport = known ?? (await openSession())
    await transport.handleRequest(request, response)
  })

  async function openSession(): Promise<StreamableHTTPServerTransport> {
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => {
        sessions.set(id, transport)
      },
    })
    await makeTools(made.description).connect(transport as Parameters<McpServer['connect']>[0])
    return transport
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const made: TableServer = {
    url: `http://${host}/mcp`,
    host,
    description: 'Books a table in the tea house',
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return made
}

function makeTools(description: string): McpServer {
  const tools = new McpServer({ name: 'tables', version: '1' })
  tools.registerTool('book_table', { description }, async () => {
    const { action, content } = await tools.server.elicitInput({
      message: 'What table?',
      requestedSchema: FORM,
    })
    const text = action === 'accept' ? `Booked: ${JSON.stringify(content)}` : `Not booked: ${action}`
    const plan = { type: 'image' as const, data: PLAN, mimeType: 'image/png' }
    return { content: [{ type: 'text' as const, text }, ...(action === 'accept' ? [plan] : [])] }
  })
  tools.registerTool(
    'list_teas',
    { description: 'Lists all teas', annotations: { readOnlyHint: true } },
    async () => ({ content: [{ type: 'text', text: 'Green, black' }] }),
  )
  return tools
}
