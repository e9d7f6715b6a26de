import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { embedText } from '../embed-text.ts'
import type { FakeAnswer, FakeRefusal, FakeReply } from '../fake-openai-reply.ts'
import { fillFlatSchema } from '../fill-flat-schema.ts'
import { checkGoogleRequest } from './check-google-request.ts'
import type { FakeGoogleRequest, GoogleBody, GooglePart } from './google-request.ts'
import { type AskedGoogle, writeStreamedContent, writeWholeContent } from './write-google-answer.ts'

/** A server on 127.0.0.1 that speaks Gemini's `generateContent` and keeps its rules. */
export interface FakeGoogle {
  /** `http://127.0.0.1:<port>`. */
  origin: string
  /** `127.0.0.1:<port>`, as an entry of `EGRESS_ALLOW`. */
  host: string
  requests: FakeGoogleRequest[]
  /** Replies for the next calls that break no rule, in order. */
  respondWith(...replies: FakeReply[]): void
  close(): Promise<void>
}

/** Starts a fake Gemini that lets in this key only. */
export async function startFakeGoogle({ apiKey }: { apiKey: string }): Promise<FakeGoogle> {
  const requests: FakeGoogleRequest[] = []
  const queue: FakeReply[] = []
  const server = createServer(async (incoming, response) => {
    const path = new URL(incoming.url ?? '/', 'http://fake').pathname
    const request = { path, headers: incoming.headers, body: await readBody(incoming) }
    requests.push(request)
    if (incoming.headers['x-goog-api-key'] !== apiKey) {
      return refuse(response, { status: 400, message: 'API key not valid. Please pass a valid API key.' })
    }
    const [, model = '', method = ''] = /^\/v1beta\/models\/([^:]+):(\w+)$/.exec(path) ?? []
    if (method.endsWith('mbedContent') || method.endsWith('mbedContents')) {
      return writeVectors(response, request.body, queue.shift())
    }
    if (!method.endsWith('enerateContent')) return refuse(response, { status: 404, message: 'Not Found' })
    const fault = checkGoogleRequest(request.body)
    if (fault !== undefined) return refuse(response, { status: 400, message: fault })
    const asked = { body: request.body, model }
    const streams = method === 'streamGenerateContent'
    await writeReply(response, queue.shift() ?? defaultAnswer(request.body), { ...asked, streams })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    requests,
    respondWith: (...replies) => {
      queue.push(...replies)
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** One vector, or one for each of `requests`. A scripted refusal goes first. */
function writeVectors(response: ServerResponse, body: GoogleBody, reply: FakeReply | undefined): void {
  if (reply && 'status' in reply) {
    refuse(response, reply)
    return
  }
  const vectorOf = ({ content, outputDimensionality = 768 }: EmbedRequest) => ({
    values: embedText(content?.parts?.map(({ text }) => text ?? '').join('') ?? '', outputDimensionality),
  })
  const { requests } = body as { requests?: EmbedRequest[] }
  const value = requests
    ? { embeddings: requests.map(vectorOf) }
    : { embedding: vectorOf(body as EmbedRequest) }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

interface EmbedRequest {
  content?: { parts?: GooglePart[] }
  outputDimensionality?: number
}

async function writeReply(
  response: ServerResponse,
  reply: FakeReply,
  asked: AskedGoogle & { streams: boolean },
): Promise<void> {
  if ('hangUp' in reply) return void response.destroy()
  if ('malformed' in reply) {
    response.writeHead(200, { 'content-type': 'application/json' })
    return void response.end(reply.malformed)
  }
  if ('status' in reply) {
    if (reply.delayMs) await wait(reply.delayMs)
    return refuse(response, reply)
  }
  return asked.streams
    ? writeStreamedContent(response, reply, asked)
    : writeWholeContent(response, reply, asked)
}

const STATUS: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}

function refuse(response: ServerResponse, { status, message, headers }: FakeRefusal): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  const said = message ?? `The fake vendor says ${status}`
  response.end(
    JSON.stringify({ error: { code: status, message: said, status: STATUS[status] ?? 'UNKNOWN' } }),
  )
}

/** An echo of the question; wanted JSON and a forced function are filled in. */
function defaultAnswer({ contents = [], generationConfig = {}, ...body }: GoogleBody): FakeAnswer {
  const schema = generationConfig.responseJsonSchema ?? generationConfig.responseSchema
  if (generationConfig.responseMimeType === 'application/json' && schema) {
    return { text: JSON.stringify(fillFlatSchema(lowerTypes(schema), 'Some text')) }
  }
  const { mode, allowedFunctionNames = [] } = body.toolConfig?.functionCallingConfig ?? {}
  const declared = body.tools?.flatMap(({ functionDeclarations = [] }) => functionDeclarations) ?? []
  const forced = mode === 'ANY' ? declared.find(({ name }) => allowedFunctionNames.includes(name)) : undefined
  if (forced && 'parameters' in forced) {
    const input = fillFlatSchema(lowerTypes(forced.parameters as Record<string, unknown>), 'Some text')
    return { toolCalls: [{ name: forced.name, input }] }
  }
  const texts = contents.at(-1)?.parts?.map(({ text }) => text ?? '') ?? []
  return { text: `You said: ${texts.join('')}` }
}

/** The vendor writes types of schemas in capitals. */
function lowerTypes(schema: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === 'type' && typeof value === 'string' ? value.toLowerCase() : value,
  ) as Record<string, unknown>
}

async function readBody(incoming: IncomingMessage): Promise<GoogleBody> {
  const chunks: Buffer[] = []
  for await (const piece of incoming) chunks.push(piece as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? {} : (JSON.parse(text) as GoogleBody)
}
