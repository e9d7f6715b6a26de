import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import {
  type EventPosition,
  formatEventPosition,
  type LoggedEvent,
  parseEventPosition,
} from '@runnel/contract'
import { campaign } from '@runnel/contract/testing'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { applyRunEvent } from './apply-run-event.ts'
import { type ReadRunEventsOptions, readRunEvents } from './read-run-events.ts'
import { RunStreamLost } from './run-stream-lost.ts'
import { emptyRunView } from './run-view.ts'

const TOKENS = ['Wa', 'ter ', 'flows — ', 'ünder\n\n', 'ice', '.']
const whole: LoggedEvent[] = [
  ...TOKENS.map((text) => ({ type: 'text-delta', path: 'a#0', nodeId: 'a', text }) as const),
  { type: 'run-end', status: 'finished', text: TOKENS.join(''), result: {} } as const,
].map((event, index) => ({ fence: 1, n: index + 1, at: index, event }))

const frame = (logged: LoggedEvent) =>
  `: comment\nid: ${formatEventPosition(logged)}\ndata: ${JSON.stringify(logged)}\n\n`

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

type Answer = (response: ServerResponse, after: EventPosition | undefined, request: IncomingMessage) => void

async function serve(answer: Answer): Promise<ReadRunEventsOptions['open']> {
  const server = createServer((request, response) => {
    answer(response, parseEventPosition(String(request.headers['last-event-id'] ?? '')), request)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return (after) =>
    fetch(`http://127.0.0.1:${port}/`, {
      headers: after ? { 'last-event-id': formatEventPosition(after) } : {},
    })
}

async function collect(options: ReadRunEventsOptions): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = []
  for await (const event of readRunEvents({ pause: () => Promise.resolve(), ...options })) events.push(event)
  return events
}

const behind = (after: EventPosition | undefined) => whole.filter(({ n }) => n > (after?.n ?? 0))

describe('readRunEvents', () => {
  test('gives every event of an uncut log and ends after run-end', async () => {
    const open = await serve((response, after) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const event of behind(after)) response.write(frame(event))
    })
    expect(await collect({ open })).toEqual(whole)
  })

  test('a log cut at any byte, with events delivered twice, gives each token once', async () => {
    let budget: number[] = []
    let again = 0
    const open = await serve((response, after) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const from = Math.max(0, (after?.n ?? 0) - again)
      const body = Buffer.from(whole.slice(from).map(frame).join(''))
      const cut = budget.shift()
      if (cut === undefined) response.end(body)
      else response.write(body.subarray(0, cut), () => response.destroy())
    })
    const cuts = fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(cuts, fc.nat(3), async (lengths, repeated) => {
        budget = [...lengths]
        again = repeated
        const events = await collect({ open })
        expect(events).toEqual(whole)
        const view = events.reduce(applyRunEvent, emptyRunView)
        expect(view.texts.map(({ text }) => text)).toEqual([TOKENS.join('')])
      }),
      campaign(40, 4_000),
    )
  })

  test('reads the log that is open already, and opens another only after its cut', async () => {
    const asked: (EventPosition | undefined)[] = []
    const open = await serve((response, after) => {
      asked.push(after)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(behind(after).map(frame).join(''))
    })
    const cut = () => new Response(whole.slice(0, 2).map(frame).join(''))
    expect(await collect({ open, opened: cut() })).toEqual(whole)
    expect(asked).toEqual([{ fence: 1, n: 2 }])
    expect(await collect({ open, opened: new Response(whole.map(frame).join('')) })).toEqual(whole)
    expect(asked).toHaveLength(1)
  })

  test('begins behind a given position', async () => {
    const open = await serve((response, after) => response.end(behind(after).map(frame).join('')))
    expect(await collect({ open, after: { fence: 1, n: 4 } })).toEqual(whole.slice(4))
  })

  test('ends when the server closes a waiting run', async () => {
    const wait: LoggedEvent = {
      fence: 1,
      n: 1,
      at: 0,
      event: { type: 'run-wait', path: 'h#0', nodeId: 'h', action: {} },
    }
    const open = await serve((response) => response.end(frame(wait)))
    expect(await collect({ open })).toEqual([wait])
  })

  test('gives up with a clear error and the last position after failing again and again', async () => {
    let calls = 0
    const pauses: number[] = []
    const open = await serve((response) => {
      calls += 1
      if (calls === 1) response.write(frame(whole[0] as LoggedEvent), () => response.destroy())
      else response.writeHead(503).end()
    })
    const error = await collect({
      open,
      pause: (milliseconds) => {
        pauses.push(milliseconds)
        return Promise.resolve()
      },
    }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RunStreamLost)
    expect(error).toMatchObject({ position: { fence: 1, n: 1 } })
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
    expect(pauses.length).toBeGreaterThan(3)
  })

  test('does not ask again when the run is unknown', async () => {
    let calls = 0
    const open = await serve((response) => {
      calls += 1
      response.writeHead(404).end()
    })
    await expect(collect({ open })).rejects.toThrow('404')
    expect(calls).toBe(1)
  })

  test('ends without an error when it is aborted', async () => {
    const open = await serve((response) => response.write(frame(whole[0] as LoggedEvent)))
    const stop = new AbortController()
    const events: LoggedEvent[] = []
    for await (const event of readRunEvents({ open, signal: stop.signal })) {
      events.push(event)
      stop.abort()
    }
    expect(events).toHaveLength(1)
  })
})
