import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FakeVendor, SeenCall } from './chat-model-case.ts'
import type { FakeAnswer, FakeRefusal, FakeReply } from './fake-openai-reply.ts'

/** A call as a fake vendor reads it. Header names are lower case; an absent body is an empty object. */
export interface FakeCall<Body> extends SeenCall {
  method: string
  headers: IncomingMessage['headers']
  body: Body
  /** The body as it came. */
  bytes: Buffer
}

/** What is a vendor's own in a fake that speaks a protocol of its own. */
export interface FakeProtocol<Body> {
  /** What is wrong with a call, whatever is scripted: a wrong key, an unknown path or model, a broken rule. */
  refuse(call: FakeCall<Body>): FakeRefusal | undefined
  /** The body of a refusal in the vendor's form. */
  describeRefusal(refusal: FakeRefusal & { message: string }): object
  /** Answers what is no call of a model, such as a list; undefined for calls that take what is scripted. */
  answerAside?(call: FakeCall<Body>): object | undefined
  /** Writes an answer; undefined where none is scripted. */
  write(response: ServerResponse, answer: FakeAnswer | undefined, call: FakeCall<Body>): unknown
}

/** Starts a server on 127.0.0.1 that speaks this protocol. */
export async function startFakeVendor<Body>(protocol: FakeProtocol<Body>): Promise<FakeVendor> {
  const requests: SeenCall[] = []
  const queue: FakeReply[] = []
  const server = createServer(async (incoming, response) => {
    const call = await readCall<Body>(incoming)
    const refusal = protocol.refuse(call)
    const aside = refusal ? undefined : protocol.answerAside?.(call)
    if (aside) return sendJson(response, aside)
    requests.push(call)
    await writeReply(response, refusal ?? queue.shift(), { protocol, call })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
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

interface Asked<Body> {
  protocol: FakeProtocol<Body>
  call: FakeCall<Body>
}

async function writeReply<Body>(
  response: ServerResponse,
  reply: FakeReply | undefined,
  { protocol, call }: Asked<Body>,
) {
  if (reply === undefined) return void (await protocol.write(response, undefined, call))
  if ('hangUp' in reply) return void response.destroy()
  if ('malformed' in reply) return sendJson(response, reply.malformed)
  if (reply.delayMs) await wait(reply.delayMs)
  // It has waited already.
  if (!('status' in reply)) return void (await protocol.write(response, { ...reply, delayMs: 0 }, call))
  const { status, headers, message = `The fake vendor says ${status}` } = reply
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(protocol.describeRefusal({ ...reply, message })))
}

/** Sends a value as JSON, a text as it is. */
export function sendJson(response: ServerResponse, value: object | string): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(typeof value === 'string' ? value : JSON.stringify(value))
}

/** Writes the frames of a stream at the pace of an answer; it breaks off where the answer says so. */
export async function writeFrames(
  response: ServerResponse,
  frames: (string | Uint8Array)[],
  { firstTokenDelayMs, tokenDelayMs, cutAfter }: FakeAnswer,
): Promise<void> {
  response.flushHeaders()
  if (firstTokenDelayMs) await wait(firstTokenDelayMs)
  for (const [index, frame] of frames.entries()) {
    if (index === cutAfter) return void response.destroy()
    if (response.destroyed) return
    await new Promise<void>((resolve) => response.write(frame, () => resolve()))
    if (tokenDelayMs) await wait(tokenDelayMs)
  }
  response.end()
}

async function readCall<Body>(incoming: IncomingMessage): Promise<FakeCall<Body>> {
  const chunks: Buffer[] = []
  for await (const piece of incoming) chunks.push(piece as Buffer)
  const bytes = Buffer.concat(chunks)
  const { method = '', headers, url = '/' } = incoming
  const isJson = headers['content-type']?.startsWith('application/json') === true
  const body = (isJson ? JSON.parse(bytes.toString('utf8')) : {}) as Body
  return { method, path: url, headers, body, bytes }
}
