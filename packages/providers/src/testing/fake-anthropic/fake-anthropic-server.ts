import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { ANTHROPIC_MODELS } from './anthropic-models.ts'
import { AnthropicRefusal, errorTypeOf } from './anthropic-refusal.ts'
import type { FakeAnthropicAnswer, FakeAnthropicRefusal, FakeAnthropicReply } from './anthropic-reply.ts'
import type { AnthropicBody, FakeAnthropicRequest } from './anthropic-request.ts'
import { checkAnthropicRequest } from './check-anthropic-request.ts'
import { composeMessage, makeId } from './compose-message.ts'
import { defaultAnthropicAnswer } from './default-anthropic-answer.ts'
import { listModels } from './list-models.ts'
import { createPromptCache, type PromptCache } from './prompt-cache.ts'
import { writeStreamedMessage } from './write-message.ts'

/** How the fake server behaves. */
export interface FakeAnthropicOptions {
  /** Only this key is let in; without it any, but some. */
  apiKey?: string
  /** Answers each call that breaks no rule; undefined means the default answer. Replies of `respondWith` come first. */
  respond?: (request: FakeAnthropicRequest, n: number) => FakeAnthropicReply | undefined
  /** Names that the server knows; others are not found. */
  models?: string[]
  /** Keeps no requests: for load. */
  forgetful?: boolean
  /** 0, the default, takes any free port. */
  port?: number
}

/** A server on 127.0.0.1 that speaks Anthropic's Messages API and keeps its rules. */
export interface FakeAnthropic {
  /** `http://127.0.0.1:<port>/v1`. */
  baseURL: string
  /** `127.0.0.1:<port>`, as an entry of `EGRESS_ALLOW`. */
  host: string
  /** Calls so far, oldest first, also the refused ones. */
  requests: FakeAnthropicRequest[]
  /** What calls of `/messages` broke, in the vendor's words; a flow that keeps the rules leaves it empty. */
  refusals: string[]
  /** How many calls of `/messages` were answered, also when forgetful. */
  readonly callCount: number
  /** Replies for the next calls that break no rule, in order. */
  respondWith(...replies: FakeAnthropicReply[]): void
  close(): Promise<void>
}

const MOST_BYTES = 32 * 1024 * 1024

/** Starts a fake Anthropic. */
export async function startFakeAnthropic(options: FakeAnthropicOptions = {}): Promise<FakeAnthropic> {
  const state: State = {
    options,
    requests: [],
    refusals: [],
    queue: [],
    callCount: 0,
    issued: new Map(),
    cache: createPromptCache(),
  }
  const server = createServer((incoming, response) => void serve(incoming, response, state))
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    host: `127.0.0.1:${port}`,
    requests: state.requests,
    refusals: state.refusals,
    get callCount() {
      return state.callCount
    },
    respondWith: (...replies) => {
      state.queue.push(...replies)
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

interface State {
  options: FakeAnthropicOptions
  requests: FakeAnthropicRequest[]
  refusals: string[]
  queue: FakeAnthropicReply[]
  callCount: number
  issued: Map<string, string[]>
  cache: PromptCache
}

async function serve(incoming: IncomingMessage, response: ServerResponse, state: State): Promise<void> {
  try {
    const url = new URL(incoming.url ?? '/', 'http://fake')
    const { method = '', headers } = incoming
    const query = Object.fromEntries(url.searchParams)
    const request: FakeAnthropicRequest = { method, path: url.pathname, query, headers, body: {} }
    if (!state.options.forgetful) state.requests.push(request)
    checkHeaders(request, state.options)
    request.body = await readBody(incoming)
    await answerRequest(request, response, state)
  } catch (error) {
    if (error instanceof AnthropicRefusal) return refuse(response, error)
    refuse(response, { status: 500, message: `The fake vendor failed: ${String(error)}` })
  }
}

function checkHeaders({ headers }: FakeAnthropicRequest, { apiKey }: FakeAnthropicOptions): void {
  const bearer = headers.authorization?.toString().replace(/^Bearer /, '')
  const given = headers['x-api-key'] ?? bearer
  if (!given) throw new AnthropicRefusal('x-api-key header is required', 401)
  if (apiKey !== undefined && given !== apiKey) throw new AnthropicRefusal('invalid x-api-key', 401)
  const version = headers['anthropic-version']
  if (version === undefined) throw new AnthropicRefusal('anthropic-version: header is required')
  if (version !== '2023-06-01')
    throw new AnthropicRefusal(`anthropic-version: "${version}" is not a valid version`)
}

async function answerRequest(request: FakeAnthropicRequest, response: ServerResponse, state: State) {
  const { method, path } = request
  const models = state.options.models ?? ANTHROPIC_MODELS
  if (method === 'GET' && path.startsWith('/v1/models')) {
    return sendJson(response, { status: 200, value: listModels(request, models) })
  }
  if (method !== 'POST' || path !== '/v1/messages') throw new AnthropicRefusal('Not found', 404)
  try {
    checkAnthropicRequest(request, state.issued)
    const model = String(request.body.model)
    if (!models.includes(model)) throw new AnthropicRefusal(`model: ${model}`, 404)
  } catch (error) {
    if (error instanceof AnthropicRefusal) state.refusals.push(error.message)
    throw error
  }
  const n = state.callCount++
  const reply = state.queue.shift() ?? state.options.respond?.(request, n)
  return writeReply(response, reply ?? defaultAnthropicAnswer(request.body), { body: request.body, state })
}

interface Call {
  body: AnthropicBody
  state: State
}

async function writeReply(response: ServerResponse, reply: FakeAnthropicReply, call: Call): Promise<void> {
  if ('hangUp' in reply) return void response.destroy()
  if ('malformed' in reply) {
    response.writeHead(200, { 'content-type': 'application/json' })
    return void response.end(reply.malformed)
  }
  if (reply.delayMs) await wait(reply.delayMs)
  if ('status' in reply) return refuse(response, reply)
  return writeAnswer(response, reply, call)
}

async function writeAnswer(response: ServerResponse, answer: FakeAnthropicAnswer, { body, state }: Call) {
  const message = composeMessage(answer, body, state.cache.account(body))
  const marks = message.content.flatMap(({ signature, data }) => [signature, data]).filter(isText)
  const scripted = new Set(answer.toolCalls?.map(({ id }) => id))
  for (const { type, id } of message.content) {
    if (type === 'tool_use' && !scripted.has(String(id))) state.issued.set(String(id), marks)
  }
  if (body.stream) return writeStreamedMessage(response, answer, message)
  return sendJson(response, { status: 200, value: message })
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function refuse(response: ServerResponse, { status, message, ...rest }: FakeAnthropicRefusal): void {
  const type = rest.type ?? errorTypeOf(status)
  const error = { type, message: message ?? `The fake vendor says ${status}` }
  sendJson(response, {
    status,
    value: { type: 'error', error, request_id: makeId('req') },
    headers: rest.headers,
  })
}

interface JsonAnswer {
  status: number
  value: object
  headers?: Record<string, string> | undefined
}

function sendJson(response: ServerResponse, { status, value, headers }: JsonAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': makeId('req'), ...headers })
  response.end(JSON.stringify(value))
}

async function readBody(incoming: IncomingMessage): Promise<AnthropicBody> {
  if (incoming.method === 'GET') return {}
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  if (bytes.length > MOST_BYTES) throw new AnthropicRefusal('Request exceeds the maximum size', 413)
  try {
    return JSON.parse(bytes.toString('utf8')) as AnthropicBody
  } catch (cause) {
    throw new AnthropicRefusal(`The request body is not valid JSON: ${String(cause)}`)
  }
}
