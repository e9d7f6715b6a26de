import type { Client } from '@runnel/client'
import type { Fill, LoggedEvent, RunEvent } from '@runnel/contract'
import { expect, test, vi } from 'vitest'
import { createFillKeeper, isFilling } from './fill-keeper.ts'

const RUN_START: RunEvent = {
  type: 'run-start',
  runId: 'r',
  flowId: 'f',
  flowType: 'CHATFLOW',
  chatId: 'c',
  sessionId: 'c',
  messageId: 'm',
}
const progress = (done: number): RunEvent => ({
  type: 'work-progressed',
  path: 'p',
  nodeId: 'store',
  what: 'chunks',
  subject: 'store',
  done,
  total: 4,
})
const end = (result = {}): RunEvent => ({ type: 'run-end', status: 'finished', text: ' ', result })

/** A server whose runs say what the test lets them say. */
function openServer(fills: Fill[] = []) {
  const streams = new Map<string, (event: RunEvent | undefined) => void>()
  let runs = 0
  const api = {
    listFills: vi.fn(async () => fills),
    upsertInternally: vi.fn(async () => {
      runs += 1
      return { jobId: `run-${runs}`, chatId: `chat-${runs}` }
    }),
    abortChat: vi.fn(async () => ({ status: 200, message: '' })),
    listInternalMessages: vi.fn(),
    openStream: vi.fn(async (_name: string, { params }: { params: { id: string } }) => {
      let n = 0
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          streams.set(params.id, (event) => {
            if (event === undefined) return controller.close()
            n += 1
            const logged: LoggedEvent = { fence: 1, n, at: n, event }
            controller.enqueue(new TextEncoder().encode(`id: 1-${n}\ndata: ${JSON.stringify(logged)}\n\n`))
          })
        },
      })
      return new Response(body)
    }),
  }
  const onEnd = vi.fn()
  const keeper = createFillKeeper({ api: api as unknown as Client, flowId: 'flow', onEnd })
  const close = keeper.open()
  const fill = (id: string) => keeper.store.getState().fills[id]
  const say = async (runId: string, event: RunEvent) => {
    await vi.waitFor(() => expect(streams.has(runId)).toBe(true))
    streams.get(runId)?.(event)
  }
  return { api, keeper, fill, say, close, onEnd }
}

test('stores are filled at once, each by a run that is followed to its end', async () => {
  const { api, keeper, fill, say, onEnd } = openServer()
  await keeper.begin(['a', 'b'])
  expect(api.upsertInternally).toHaveBeenCalledWith({
    params: { id: 'flow' },
    query: { wait: 'false' },
    body: { stopNodeId: 'b' },
  })
  await say('run-1', RUN_START)
  await say('run-1', progress(2))
  await vi.waitFor(() => expect(fill('a')?.view.progress).toMatchObject({ done: 2, total: 4 }))
  expect(fill('b')).toMatchObject({ status: 'queued', run: { runId: 'run-2', chatId: 'chat-2' } })
  await say('run-1', end({ numAdded: 4 }))
  await vi.waitFor(() =>
    expect(fill('a')).toMatchObject({ status: 'finished', view: { result: { numAdded: 4 } } }),
  )
  expect(onEnd).toHaveBeenCalledTimes(1)
})

test('what is under way is found again and followed, once', async () => {
  const under: Fill = {
    runId: 'x',
    chatId: 'cx',
    stopNodeId: 'a',
    status: 'running',
    startedAt: '2026-01-01',
  }
  const { api, keeper, fill, say } = openServer([under])
  await keeper.look()
  await keeper.look()
  expect(fill('a')).toMatchObject({ status: 'running', run: { runId: 'x' } })
  await say('x', RUN_START)
  await say('x', progress(3))
  await vi.waitFor(() => expect(fill('a')?.view.progress?.done).toBe(3))
  expect(api.openStream).toHaveBeenCalledTimes(1)
})

test('one is stopped by the chat of its run, and goes on until the run says so', async () => {
  const { api, keeper, fill, say } = openServer()
  await keeper.begin(['a'])
  await keeper.stop('a')
  expect(api.abortChat).toHaveBeenCalledWith({ params: { chatflowid: 'flow', chatid: 'chat-1' } })
  expect(fill('a')).toMatchObject({ isStopping: true, status: 'queued' })
  await say('run-1', { ...end(), status: 'terminated' } as RunEvent)
  await vi.waitFor(() => expect(fill('a')?.status).toBe('terminated'))
})

test('what could not be begun says why, and the others go on', async () => {
  const { api, keeper, fill } = openServer()
  api.upsertInternally.mockRejectedValueOnce(new Error('no'))
  await keeper.begin(['a', 'b'])
  expect(fill('a')).toMatchObject({ status: 'error', failure: new Error('no') })
  expect(isFilling(fill('b') ?? { status: 'error' })).toBe(true)
})

test('no more than three runs are followed at once; the next one has its turn when one ends', async () => {
  const { api, keeper, say } = openServer()
  await keeper.begin(['a', 'b', 'c', 'd'])
  await vi.waitFor(() => expect(api.openStream).toHaveBeenCalledTimes(3))
  await say('run-1', end())
  await vi.waitFor(() => expect(api.openStream).toHaveBeenCalledTimes(4))
})

test('a page that left hears nothing more, and stops nothing', async () => {
  const { api, keeper, close, onEnd } = openServer()
  await keeper.begin(['a'])
  close()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(onEnd).not.toHaveBeenCalled()
  expect(api.abortChat).not.toHaveBeenCalled()
})
