import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerQuestions } from '../machine/answer-questions.ts'
import { streamFrames } from './stream-frames.ts'
import type { VendorAnswer, VendorQuestion } from './vendor.ts'
import { wholeAnswer } from './whole-answer.ts'

/** Long enough for a kill to meet many calls under way. */
const SLOW_MS = 150
const FIRST_TOKEN_MS = 20
const STREAM_HEAD = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }

interface ChatBody {
  model: string
  stream?: boolean
  messages: { role: string; content: unknown }[]
}

const callsByQuestion = new Map<string, number>()

const server = createServer((request, response) => {
  readBody(request, (text) => {
    const body = JSON.parse(text) as ChatBody
    if (request.url === '/v1/chat/completions') sendWhole(response, body)
    else if (request.url === '/slow/v1/chat/completions') void sendSlowly(response, body)
    else if (request.url === '/clock/v1/chat/completions') void sendClock(response, body)
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
  const text = wholeAnswer(body.model, `Echo: ${questionOf(body)}`)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

async function sendSlowly(response: ServerResponse, body: ChatBody): Promise<void> {
  await sleep(SLOW_MS)
  const question = questionOf(body)
  callsByQuestion.set(question, (callsByQuestion.get(question) ?? 0) + 1)
  if (response.destroyed) return
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

answerQuestions<VendorQuestion, VendorAnswer>(async (question) => {
  if (question.wants === 'calls') return { calls: [...callsByQuestion] }
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port }
})
