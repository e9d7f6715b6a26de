import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { VendorCall } from '../kills/judge-calls.ts'
import { answerQuestions } from '../machine/answer-questions.ts'
import { steadyNow } from '../machine/steady-now.ts'
import { vectorOfText } from './known-vectors.ts'
import { largeAnswer, largeStream } from './large-answer.ts'
import { LONG_STREAM_TOKENS, PACED_STREAM } from './paced-stream.ts'
import { streamFrames } from './stream-frames.ts'
import type { VendorAnswer, VendorQuestion } from './vendor.ts'
import { wholeAnswer, wholeMessage } from './whole-answer.ts'

/** Long enough for a kill to meet many calls under way. */
const SLOW_MS = 150
/** So short that hundreds of calls are noted in some seconds, so long that the run has settled into its waiting. */
const NOTED_MS = 20
const FIRST_TOKEN_MS = 20
const STREAM_HEAD = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }

interface ChatBody {
  model: string
  stream?: boolean
  messages: { role: string; content: unknown }[]
}

interface EmbeddingBody {
  model: string
  input: string | string[]
}

let notedCalls: VendorCall[] = []

type Answer = (request: IncomingMessage, response: ServerResponse, body: unknown) => void

const answers: Readonly<Record<string, Answer>> = {
  '/v1/chat/completions': (_request, response, body) => sendWhole(response, body as ChatBody),
  '/slow/v1/chat/completions': (request, response, body) =>
    void sendNoted(request, response, { body: body as ChatBody, waitMs: SLOW_MS }),
  '/noted/v1/chat/completions': (request, response, body) =>
    void sendNoted(request, response, { body: body as ChatBody, waitMs: NOTED_MS }),
  '/clock/v1/chat/completions': (_request, response, body) => void sendClock(response, body as ChatBody),
  '/paced/v1/chat/completions': (_request, response, body) => void sendPaced(response, body as ChatBody),
  '/long/v1/chat/completions': (_request, response, body) => void sendLong(response, body as ChatBody),
  '/large/v1/chat/completions': (_request, response, body) => sendLarge(response, body as ChatBody),
  '/v1/messages': (_request, response, body) => sendMessage(response, body as ChatBody),
  '/v1/embeddings': (_request, response, body) => sendEmbeddings(response, body as EmbeddingBody),
}

const server = createServer((request, response) => {
  readBody(request, (text) => {
    const answer = answers[request.url ?? '']
    if (answer) answer(request, response, JSON.parse(text))
    else response.writeHead(404).end()
  })
})
server.keepAliveTimeout = 60_000

function readBody(request: IncomingMessage, done: (text: string) => void): void {
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (chunk: string) => {
    text += chunk
  })
  request.on('end', () => done(text))
}

function questionOf({ messages }: ChatBody): string {
  return String(messages.findLast(({ role }) => role === 'user')?.content ?? '')
}

function sendWhole(response: ServerResponse, body: ChatBody): void {
  sendText(response, wholeAnswer(body.model, `Echo: ${questionOf(body)}`))
}

function sendText(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

async function sendNoted(
  request: IncomingMessage,
  response: ServerResponse,
  { body, waitMs }: { body: ChatBody; waitMs: number },
): Promise<void> {
  const question = questionOf(body)
  const call: VendorCall = {
    question,
    content: JSON.stringify(body.messages),
    from: request.socket.remoteAddress ?? '',
    startedAt: steadyNow(),
  }
  notedCalls.push(call)
  await sleep(waitMs)
  if (response.destroyed) return
  response.once('finish', () => {
    call.answeredAt = steadyNow()
  })
  call.sentAt = steadyNow()
  if (body.stream !== true) return sendWhole(response, body)
  const frames = streamFrames(body.model)
  response.writeHead(200, STREAM_HEAD)
  response.end(`${frames.first}${frames.token(`Echo: ${question}`)}${frames.last}`)
}

async function sendClock(response: ServerResponse, body: ChatBody): Promise<void> {
  const frames = streamFrames(body.model)
  response.writeHead(200, STREAM_HEAD)
  response.write(frames.first)
  await sleep(FIRST_TOKEN_MS)
  response.write(frames.token(`@${process.hrtime.bigint()}@`))
  await sleep(FIRST_TOKEN_MS)
  response.end(frames.last)
}

/** Each token at its time: one that came late does not delay those after it. */
async function sendPaced(response: ServerResponse, body: ChatBody): Promise<void> {
  const { tokens, tokensPerSecond, mark } = PACED_STREAM
  const frames = streamFrames(body.model)
  response.writeHead(200, STREAM_HEAD)
  response.write(frames.first)
  const startedAt = performance.now()
  for (let n = 0; n < tokens && !response.destroyed; n++) {
    const waitMs = startedAt + (n * 1_000) / tokensPerSecond - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    response.write(frames.token(` word${n}${mark}`))
  }
  response.end(frames.last)
}

/** As fast as the reader takes it. */
async function sendLong(response: ServerResponse, { model }: ChatBody): Promise<void> {
  const frames = streamFrames(model)
  response.writeHead(200, STREAM_HEAD)
  response.write(frames.first)
  for (let n = 0; n < LONG_STREAM_TOKENS && !response.destroyed; n++)
    if (!response.write(frames.token(` word${n}${PACED_STREAM.mark}`))) await untilRead(response)
  response.end(frames.last)
}

/** Resolves when more may be written, or nobody reads any more. */
function untilRead(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      response.off('drain', goOn).off('close', goOn)
      resolve()
    }
    response.on('drain', goOn).on('close', goOn)
  })
}

/** As large as a chat model's answer may be, but for some bytes. */
function sendLarge(response: ServerResponse, body: ChatBody): void {
  if (body.stream !== true) {
    sendText(response, largeAnswer(body.model))
    return
  }
  response.writeHead(200, STREAM_HEAD)
  response.end(largeStream(body.model))
}

function sendMessage(response: ServerResponse, body: ChatBody): void {
  sendText(response, wholeMessage(body.model, `Echo: ${questionOf(body)}`))
}

/** Digits of a vector's numbers: more tell nothing. */
const DIGITS = 5

/** Vectors as JSON by their texts, the newest of them: one that was asked for before costs nothing. */
const vectorJson = new Map<string, string>()
const MOST_KEPT = 20_000

function writeVector(text: string): string {
  const known = vectorJson.get(text)
  if (known !== undefined) return known
  const json = `[${Array.from(vectorOfText(text), (value) => value.toFixed(DIGITS)).join()}]`
  if (vectorJson.size >= MOST_KEPT) vectorJson.clear()
  vectorJson.set(text, json)
  return json
}

function sendEmbeddings(response: ServerResponse, { model, input }: EmbeddingBody): void {
  const data = [input]
    .flat()
    .map((text, index) => `{"object":"embedding","index":${index},"embedding":${writeVector(text)}}`)
  const usage = { prompt_tokens: data.length, total_tokens: data.length }
  const text = `{"object":"list","model":${JSON.stringify(model)},"usage":${JSON.stringify(usage)},"data":[${data.join()}]}`
  sendText(response, text)
}

answerQuestions<VendorQuestion, VendorAnswer>(async (question) => {
  if (question.wants === 'calls') return { calls: notedCalls }
  if (question.wants === 'forget') {
    notedCalls = []
    return { calls: [] }
  }
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port }
})
