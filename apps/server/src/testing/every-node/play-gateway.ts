import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { JsonValue } from '@runnel/contract'
import type { HttpReply } from '@runnel/node-kit'
import type { SentRequest } from '@runnel/node-kit/testing'

/** Plays whatever server of the web is called, at one port of this machine. */
export interface PlayGateway {
  /** For `leads`: where calls to a host are led. */
  lead: string
  /** What came since the last play, oldest first. */
  sent: SentRequest[]
  /** Whoever is called from now on answers so. */
  play(answer: (sent: SentRequest) => HttpReply): void
  close(): Promise<void>
}

const nobody = (): HttpReply => ({ status: 599, headers: {}, body: 'Nobody plays this server.' })

/** Starts it; every call is told with the host that was meant. */
export async function startPlayGateway(): Promise<PlayGateway> {
  let answer: (sent: SentRequest) => HttpReply = nobody
  const sent: SentRequest[] = []
  const server = createServer(async (request, response) => {
    const seen = await readRequest(request)
    sent.push(seen)
    const { status, headers, body, isBase64 } = answer(seen)
    response.writeHead(status, headers).end(isBase64 ? Buffer.from(body, 'base64') : body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    lead: `http://127.0.0.1:${(server.address() as AddressInfo).port}/to/{host}`,
    sent,
    play(by) {
      sent.length = 0
      answer = by
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function readRequest(request: IncomingMessage): Promise<SentRequest> {
  const { method = 'GET', url = '', headers } = request
  const [, host = '', path = '/'] = /^\/to\/([^/]+)(.*)$/s.exec(url) ?? []
  const bytes = await buffer(request)
  const type = headers['content-type'] ?? ''
  return {
    method,
    url: new URL(path, `https://${host}`),
    headers: { ...(headers as Record<string, string>), host },
    body: await readBody(bytes, type),
    text: bytes.toString('utf8'),
    leftAt: Date.now(),
  }
}

/** As `readSentRequest` tells a body of the families' tests. */
async function readBody(bytes: Buffer, type: string): Promise<JsonValue> {
  if (bytes.length === 0) return null
  if (type.startsWith('multipart/form-data')) return readForm(bytes, type)
  const text = bytes.toString('utf8')
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(text))
  try {
    if (type !== 'application/x-ndjson') return JSON.parse(text)
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  } catch {
    return null
  }
}

async function readForm(bytes: Buffer, type: string): Promise<JsonValue> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  const told = (value: string | File) => (typeof value === 'string' ? value : value.name)
  return Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name).map(told)]))
}
