import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that speaks OpenAI's chat completions and images, for journeys with a key. */
export interface FakeVendor {
  /** For the node's base path. */
  baseURL: string
  /** An entry of `EGRESS_ALLOW`. */
  host: string
  /** Bodies of the chat calls so far. */
  calls: { model: string; stream: boolean }[]
  /** What it drew so far: a dot, whatever was asked for. */
  drawings: string[]
  close(): Promise<void>
}

/** What the vendor's model says: words, or tools that it wants called. */
export type VendorReply = { text: string } | { toolCalls: { name: string; input: object }[] }

interface ChatBody {
  model: string
  stream?: boolean
  messages: { role: string; content: unknown }[]
  /** Of a picture. */
  prompt?: string
}

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Starts a vendor that lets in one key, and repeats what it is asked unless `reply` says otherwise. */
export async function startFakeVendor(
  apiKey: string,
  reply: (messages: ChatBody['messages']) => VendorReply = repeat,
): Promise<FakeVendor> {
  const calls: FakeVendor['calls'] = []
  const drawings: string[] = []
  const server = createServer(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${apiKey}`) {
      return sendJson(response, 401, {
        error: { message: 'Incorrect API key provided.', code: 'invalid_api_key' },
      })
    }
    if (request.method === 'GET') {
      return sendJson(response, 200, { object: 'list', data: [{ id: 'gpt-4o-mini', object: 'model' }] })
    }
    const body = await readBody(request)
    if (request.url?.endsWith('/images/generations')) {
      drawings.push(body.prompt ?? '')
      return sendJson(response, 200, { created: 1_767_355_200, data: [{ b64_json: DOT }] })
    }
    calls.push({ model: body.model, stream: body.stream === true })
    answer(response, body, reply(body.messages))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    baseURL: `http://${host}/v1`,
    host,
    calls,
    drawings,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function repeat(messages: ChatBody['messages']): VendorReply {
  return { text: `The vendor heard: ${JSON.stringify(messages.at(-1)?.content)}` }
}

function answer(response: ServerResponse, { model, stream }: ChatBody, reply: VendorReply): void {
  const head = { id: 'chatcmpl-1', created: 1_767_355_200, model }
  const usage = { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 }
  const calls = 'toolCalls' in reply ? reply.toolCalls.map(describeCall) : undefined
  const finishReason = calls ? 'tool_calls' : 'stop'
  if (!stream) {
    const content = 'text' in reply ? reply.text : null
    const message = { role: 'assistant', content, ...(calls && { tool_calls: calls }) }
    const choices = [{ index: 0, message, finish_reason: finishReason }]
    sendJson(response, 200, { ...head, object: 'chat.completion', choices, usage })
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (choices: unknown[], rest: object = {}) =>
    response.write(
      `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices, ...rest })}\n\n`,
    )
  send([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }])
  if (calls) send([{ index: 0, delta: { tool_calls: calls }, finish_reason: null }])
  for (const content of 'text' in reply ? (reply.text.match(/\s*\S+/g) ?? []) : []) {
    send([{ index: 0, delta: { content }, finish_reason: null }])
  }
  send([{ index: 0, delta: {}, finish_reason: finishReason }])
  send([], { usage })
  response.end('data: [DONE]\n\n')
}

function describeCall({ name, input }: { name: string; input: object }, index: number) {
  return {
    index,
    id: `call_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

async function readBody(request: IncomingMessage): Promise<ChatBody> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as ChatBody
}
