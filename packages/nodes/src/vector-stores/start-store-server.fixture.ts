import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { JsonObject, JsonValue } from '@runnel/contract'
import type { SentRequest } from '@runnel/node-kit/testing'
import { storeCases } from './store-cases.fixture.ts'

/** The fake of a store on a port of this machine, for tests of other rooms. */
export interface StoreServerFake {
  origin: string
  /** Values and credential with which its node finds it, the host to be led here, and all of them where there are several. */
  values: JsonObject
  credential: Record<string, string>
  host: string
  hosts: string[]
  /** What was asked so far, as `PUT /path`. */
  asked: string[]
  /** The texts that it holds, sorted. */
  texts(): string[]
  /** Cuts the connection after doing what the n-th request from now on says. */
  cutAfter(n: number): void
  /** Does what the n-th request from now on says, and never answers it. */
  hold(n: number): void
  /** Answers the n-th request from now on with this status, as busy servers do, and says this. */
  refuse(n: number, status: number, says?: string): void
  close(): Promise<void>
}

/**
 * Starts the fake of the store that this node speaks to, on a free port where none is named; where people make its collection,
 * for vectors of so many dimensions.
 */
export async function startStoreServer(
  node: string,
  port = 0,
  dimensions?: number,
): Promise<StoreServerFake> {
  const store = storeCases.find((each) => each.node === node)
  if (!store) throw new Error(`There is no case of ${node}.`)
  const fake = store.startFake({ dimensions })
  const asked: string[] = []
  const faults = new Map<number, number>()
  const said = new Map<number, string>()
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { method = 'GET', url = '/', headers } = request
    asked.push(`${method} ${url}`)
    const fault = faults.get(asked.length)
    if (fault !== undefined && fault > 0) {
      response.writeHead(fault, { 'retry-after': '0' }).end(said.get(asked.length))
      return
    }
    const sent: SentRequest = {
      method,
      url: new URL(url, `https://${store.hosts[0]}`),
      headers: headers as Record<string, string>,
      body: readBody(body, headers['content-type']),
      text: body,
      leftAt: 0,
    }
    const reply = fake.answer(sent)
    if (fault === HELD) return
    if (fault === CUT) request.socket.destroy()
    else response.writeHead(reply.status, reply.headers).end(reply.body)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    values: store.values,
    credential: store.credential,
    host: new URL(`https://${store.hosts[0]}`).host,
    hosts: store.hosts,
    asked,
    texts: () => fake.records().map(fake.textOf).sort(),
    hold: (n) => void faults.set(asked.length + n, HELD),
    cutAfter: (n) => void faults.set(asked.length + n, CUT),
    refuse(n, status, says = '') {
      faults.set(asked.length + n, status)
      said.set(asked.length + n, says)
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function readBody(body: string, type: string | undefined): JsonValue {
  if (body === '') return null
  if (type !== 'application/x-ndjson') return JSON.parse(body)
  return body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** In the place of a status: the connection is cut, or nothing is said. */
const CUT = 0
const HELD = -1
