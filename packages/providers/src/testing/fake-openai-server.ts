import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { defaultFakeAnswer } from './default-fake-answer.ts'
import { answerEmbeddings } from './fake-embeddings.ts'
import { createFakeFiles, type FakeFiles } from './fake-files.ts'
import { checkDrawing, writeDrawing } from './fake-images/openai-dialect.ts'
import type {
  FakeChatBody,
  FakeDialect,
  FakeDrawingReply,
  FakeEmbeddingReply,
  FakeOpenAIRequest,
  FakeRefusal,
  FakeReply,
} from './fake-openai-reply.ts'
import { createFakeResponses, type FakeResponses } from './fake-openai-responses.ts'
import { refuseChatMedia } from './refuse-chat-media.ts'
import { sendCut } from './send-cut.ts'
import { asSound, refuseOddSounds } from './sounds-of-dialect.ts'
import { type AskedAnswer, writeStreamedAnswer, writeWholeAnswer } from './write-fake-answer.ts'

/** How the fake server behaves. */
export interface FakeOpenAIOptions extends FakeDialect {
  /** Only this key is let in; without it any, or none. */
  apiKey?: string
  /** Answers each call; undefined means the default answer. Replies of `respondWith` come first. */
  respond?: (request: FakeOpenAIRequest, n: number) => FakeReply | undefined
  models?: string[]
  /** What the code of a model wrote, as `container/file`, and its text. */
  containerFiles?: Readonly<Record<string, string>>
  /** Keeps no requests: for load. */
  forgetful?: boolean
  /** 0, the default, takes any free port. */
  port?: number
}

/** A server on 127.0.0.1 that speaks OpenAI's chat completions, embeddings, files and list of models. */
export interface FakeOpenAI {
  /** For `basepath`: `http://127.0.0.1:<port>/v1`. */
  baseURL: string
  /** `127.0.0.1:<port>`, as an entry of `EGRESS_ALLOW`. */
  host: string
  /** Calls so far, oldest first. */
  requests: FakeOpenAIRequest[]
  /** How many calls of `/chat/completions` came, also when forgetful. */
  readonly callCount: number
  /** Replies for the next calls, in order. */
  respondWith(...replies: FakeReply[]): void
  /** Replies for the next calls of `/embeddings`, in order; undefined lets one through to the usual answer. */
  embedWith(...replies: (FakeEmbeddingReply | undefined)[]): void
  /** Replies for the next calls of `/images/generations`, in order; others draw what was asked for. */
  drawWith(...replies: FakeDrawingReply[]): void
  close(): Promise<void>
}

const DEFAULT_MODELS = ['gpt-4o-mini', 'gpt-4o', 'text-embedding-3-small']

/** Starts a fake OpenAI. */
export async function startFakeOpenAI(options: FakeOpenAIOptions = {}): Promise<FakeOpenAI> {
  const requests: FakeOpenAIRequest[] = []
  const queue: FakeReply[] = []
  const embeddings: (FakeEmbeddingReply | undefined)[] = []
  const drawings: FakeDrawingReply[] = []
  const files = createFakeFiles()
  const responses = createFakeResponses(options.containerFiles)
  let callCount = 0

  const take = (request: FakeOpenAIRequest): FakeReply => {
    const n = callCount++
    return queue.shift() ?? options.respond?.(request, n) ?? defaultFakeAnswer(request.body)
  }

  const server = createServer(async (incoming, response) => {
    const bytes = await readBytes(incoming)
    const path = (incoming.url ?? '').split('?')[0] ?? ''
    const { method = '', headers } = incoming
    const request = { method, path, headers, body: parseBody(bytes, headers['content-type']) }
    if (!options.forgetful) requests.push(request)
    await answerRequest(request, response, {
      options,
      take,
      embeddings,
      drawings,
      files,
      responses,
      bytes,
    })
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    host: `127.0.0.1:${port}`,
    requests,
    get callCount() {
      return callCount
    },
    respondWith: (...replies) => {
      queue.push(...replies)
    },
    embedWith: (...replies) => {
      embeddings.push(...replies)
    },
    drawWith: (...replies) => {
      drawings.push(...replies)
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

interface Behaviour {
  options: FakeOpenAIOptions
  take: (request: FakeOpenAIRequest) => FakeReply
  embeddings: (FakeEmbeddingReply | undefined)[]
  drawings: FakeDrawingReply[]
  files: FakeFiles
  responses: FakeResponses
  /** The body of this call as it came. */
  bytes: Buffer
}

async function answerRequest(request: FakeOpenAIRequest, response: ServerResponse, behaviour: Behaviour) {
  const { options, take, files } = behaviour
  const given = shownKey(request, options)
  if (options.apiKey !== undefined && given !== options.apiKey) {
    return refuse(response, {
      status: 401,
      message: `Incorrect API key provided: ${given}. You can find your API key at https://platform.openai.com/account/api-keys.`,
      code: 'invalid_api_key',
    })
  }
  if (request.path === options.accountPath && request.method === 'GET') {
    return sendJson(response, { status: 200, value: { object: 'account', id: 'fake' } })
  }
  if (request.path.endsWith('/models')) {
    const data = (options.models ?? DEFAULT_MODELS).map((id) => ({ id, object: 'model', owned_by: 'fake' }))
    return sendJson(response, { status: 200, value: { object: 'list', data } })
  }
  if (request.path.endsWith('/embeddings')) {
    return writeEmbeddings(response, request.body, behaviour.embeddings.shift())
  }
  if (request.path.endsWith('/images/generations')) {
    return writePicture(response, request.body, behaviour.drawings.shift())
  }
  if (/\/(containers\/|responses$)/.test(request.path)) return answerByResponses(request, response, behaviour)
  if (/\/files(\/|$)/.test(request.path)) return writeFiles(response, request, behaviour)
  if (!request.path.endsWith('/chat/completions')) {
    return refuse(response, { status: 404, message: `Invalid URL (${request.method} ${request.path})` })
  }
  return writeReply(response, refuseChat(request.body, options, files) ?? take(request), {
    body: request.body,
    tellsUsage: options.tellsUsage,
    tellsThoughts: options.tellsThoughts,
  })
}

function refuseChat(body: FakeChatBody, options: FakeOpenAIOptions, files: FakeFiles) {
  const message = options.refuses?.(body)
  if (message !== undefined) return { status: 400, message }
  const fault = refuseOddSounds(body, options)
  if (fault !== undefined) return { status: 400, message: fault }
  return refuseChatMedia(asOpenAI(body, options), files.has)
}

function shownKey({ headers }: FakeOpenAIRequest, { keyHeader }: FakeDialect): string {
  const shown = keyHeader === undefined ? headers.authorization : headers[keyHeader]
  return String(shown ?? '').replace(/^Bearer /, '')
}

/** The same with images and recordings as OpenAI wants them. */
function asOpenAI(body: FakeChatBody, dialect: FakeDialect): FakeChatBody {
  if (!dialect.takesBareImageUrls && dialect.takesSoundsAs === undefined) return body
  return JSON.parse(JSON.stringify(body), (key, value) => {
    if (dialect.takesBareImageUrls && key === 'image_url' && typeof value === 'string') return { url: value }
    return key === 'input_audio' ? asSound(value, dialect) : value
  }) as FakeChatBody
}

async function writeEmbeddings(response: ServerResponse, body: FakeChatBody, reply?: FakeEmbeddingReply) {
  if (reply && 'delayMs' in reply && reply.delayMs) await wait(reply.delayMs)
  if (reply && 'after' in reply) await reply.after
  if (reply && ('hangUp' in reply || 'malformed' in reply || 'status' in reply)) {
    return writeReply(response, reply, { body })
  }
  const value = answerEmbeddings(body)
  return 'status' in value ? refuse(response, value) : sendJson(response, { status: 200, value })
}

async function writePicture(response: ServerResponse, body: FakeChatBody, reply: FakeDrawingReply = {}) {
  const fault = checkDrawing(body)
  if (fault !== undefined) return refuse(response, { status: 400, message: fault })
  if ('after' in reply) await reply.after
  else if ('hangUp' in reply || 'malformed' in reply || 'status' in reply)
    return writeReply(response, reply, { body })
  const answer = 'after' in reply ? {} : reply
  const value = writeDrawing(body, answer)
  if (answer.cutAfter === undefined) return sendJson(response, { status: 200, value })
  return sendCut(response, 'application/json', Buffer.from(JSON.stringify(value)))
}

async function writeFiles(response: ServerResponse, request: FakeOpenAIRequest, { files, bytes }: Behaviour) {
  const rest = request.path.slice(request.path.indexOf('/files') + '/files'.length)
  const contentType = request.headers['content-type']?.toString() ?? ''
  const answer = await files.answer({ method: request.method, rest, bytes, contentType })
  if ('status' in answer) return refuse(response, answer)
  if ('value' in answer) return sendJson(response, { status: 200, value: answer.value })
  response.writeHead(200, { 'content-type': answer.mediaType })
  response.end(answer.bytes)
}

function answerByResponses(
  request: FakeOpenAIRequest,
  response: ServerResponse,
  { take, responses }: Behaviour,
) {
  const { path, method, body } = request
  if (path.endsWith('/responses')) {
    const reply = responses.refuse(body) ?? take(request)
    return writeReply(response, reply, { body, responses })
  }
  const file = responses.readFile(path)
  if (!file) return refuse(response, { status: 404, message: `Invalid URL (${method} ${path})` })
  response.writeHead(200, { 'content-type': file.mediaType })
  response.end(file.bytes)
}

interface Asked extends AskedAnswer {
  /** Where the answer is one of `/responses`. */
  responses?: FakeResponses
}

async function writeReply(response: ServerResponse, reply: FakeReply, asked: Asked) {
  if ('hangUp' in reply) return void response.destroy()
  if ('malformed' in reply) {
    response.writeHead(200, { 'content-type': 'application/json' })
    return void response.end(reply.malformed)
  }
  if ('status' in reply) {
    if (reply.delayMs) await wait(reply.delayMs)
    return refuse(response, reply)
  }
  const { body, responses } = asked
  if (responses) return responses.write(response, reply, body)
  return body.stream ? writeStreamedAnswer(response, reply, asked) : writeWholeAnswer(response, reply, asked)
}

function refuse(response: ServerResponse, { status, message, code, headers }: FakeRefusal): void {
  const type = status === 429 ? 'requests' : status >= 500 ? 'server_error' : 'invalid_request_error'
  const error = {
    message: message ?? `The fake vendor says ${status}`,
    type,
    param: null,
    code: code ?? null,
  }
  sendJson(response, { status, value: { error }, headers })
}

interface JsonAnswer {
  status: number
  value: object
  headers?: Record<string, string> | undefined
}

function sendJson(response: ServerResponse, { status, value, headers }: JsonAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(value))
}

async function readBytes(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function parseBody(bytes: Buffer, contentType: string | undefined): FakeChatBody {
  if (bytes.length === 0 || contentType?.startsWith('multipart/')) return {}
  return JSON.parse(bytes.toString('utf8')) as FakeChatBody
}
