import type { JsonObject } from '@runnel/contract'
import type { ModelRequest } from '@runnel/node-kit'
import { createTestComponent } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { collectParts } from '../testing/open-case-model.fixture.ts'
import { providerContext } from '../testing/provider-context.fixture.ts'
import { openReplicateModel } from './open-replicate-model.ts'

const noSignal = new AbortController().signal
const hello: ModelRequest = { messages: [{ role: 'user', content: 'Hello' }] }
const VERSION = 'c'.repeat(64)
const HOME = 'https://api.replicate.com/v1'

/** A Replicate that answers one call after the other, and what it was asked. */
function openWorld(replies: (JsonObject | Response)[], values: JsonObject = {}) {
  const asked: string[] = []
  const bodies: unknown[] = []
  const pauses: number[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    asked.push(`${init?.method ?? 'GET'} ${input}`)
    if (init?.body) bodies.push(JSON.parse(String(init.body)))
    const reply = replies.shift() ?? {}
    return reply instanceof Response ? reply : Response.json(reply)
  }
  const context = {
    ...providerContext({ replicateApiKey: 'test-key-of-replicate' }),
    fetch,
    sleep: async (milliseconds: number, signal: AbortSignal) => {
      pauses.push(milliseconds)
      signal.throwIfAborted()
    },
  }
  const component = createTestComponent('replicate', { values: { model: 'tea/maker', ...values } })
  return { asked, bodies, pauses, open: () => openReplicateModel(component, context) }
}

describe('a prediction of Replicate', () => {
  test('that takes longer than a call may is looked for until it is done, less and less often', async () => {
    const begun = { id: 'p/1', status: 'starting' }
    const { open, asked, pauses } = openWorld([
      begun,
      { ...begun, status: 'processing' },
      { ...begun, status: 'succeeded', output: ['Good', ' day.'] },
    ])
    const reply = await (await open()).generate(hello, noSignal)
    expect(reply.parts).toEqual([{ type: 'text', text: 'Good day.' }])
    expect(asked).toEqual([
      `POST ${HOME}/models/tea/maker/predictions`,
      `GET ${HOME}/predictions/p%2F1`,
      `GET ${HOME}/predictions/p%2F1`,
    ])
    expect(pauses).toEqual([250, 500])
  })

  test.each([
    [`tea/maker:${VERSION}`, '/predictions', { version: VERSION }],
    [VERSION, '/predictions', { version: VERSION }],
    ['tea/maker', '/models/tea/maker/predictions', {}],
  ])('of the model %s is made where such ones are made', async (model, path, body) => {
    const { open, asked, bodies } = openWorld([{ id: 'p', status: 'succeeded', output: 'x' }], { model })
    await (await open()).generate(hello, noSignal)
    expect(asked).toEqual([`POST ${HOME}${path}`])
    expect(bodies).toEqual([{ ...body, input: { prompt: 'Hello' } }])
  })

  test.each([
    'maker',
    '../maker',
    'tea/..',
    'tea/maker/x',
    'tea/maker:1',
    'tea/maker?x',
    `tea/maker:${VERSION}:`,
  ])('is not made for %s, which names no model', async (model) => {
    const { open } = openWorld([], { model })
    await expect(open()).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('gives the addresses of what it made, line by line', async () => {
    const output = ['https://replicate.delivery/a.png', 'https://replicate.delivery/b.png']
    const { open } = openWorld([{ id: 'p', status: 'succeeded', output }])
    const { parts } = await (await open()).generate(hello, noSignal)
    expect(parts).toEqual([{ type: 'text', text: output.join('\n') }])
  })

  test('that failed is told in its own words, and not tried again', async () => {
    const { open } = openWorld([{ id: 'p', status: 'failed', error: 'NSFW content detected' }])
    const failing = (await open()).generate(hello, noSignal)
    await expect(failing).rejects.toMatchObject({ code: 'model_error', retryable: false })
    await expect(failing).rejects.toThrow('NSFW content detected')
  })

  test('of a model that does not stream comes whole', async () => {
    const begun = { id: 'p', status: 'starting' }
    const { open, asked } = openWorld([begun, { ...begun, status: 'succeeded', output: ['a', 'b'] }])
    const parts = await collectParts((await open()).stream(hello, noSignal))
    expect(parts.filter(({ type }) => type === 'text')).toEqual([{ type: 'text', text: 'ab' }])
    expect(asked).toHaveLength(2)
  })

  test('is never read from an address that is not Replicate’s', async () => {
    const begun = { id: 'p', status: 'starting', urls: { stream: 'https://evilreplicate.com/x' } }
    const { open, asked } = openWorld([begun, { ...begun, status: 'succeeded', output: 'a' }])
    await collectParts((await open()).stream(hello, noSignal))
    for (const call of asked) expect(call).toContain(HOME)
  })

  test('that breaks off by an event of its stream is a fault', async () => {
    const begun = { id: 'p', status: 'starting', urls: { stream: 'https://stream.replicate.com/x' } }
    const events = new Response('event: output\ndata: A\n\nevent: error\ndata: out of memory\n\n')
    const { open } = openWorld([begun, events])
    await expect(collectParts((await open()).stream(hello, noSignal))).rejects.toThrow('out of memory')
  })

  test('that nobody waits for any more is ended there', async () => {
    const stop = new AbortController()
    const { open, asked } = openWorld([{ id: 'p', status: 'starting' }])
    const model = await open()
    const waiting = model.generate(hello, stop.signal)
    stop.abort()
    await expect(waiting).rejects.toThrow()
    expect(asked.at(-1)).toBe(`POST ${HOME}/predictions/p/cancel`)
  })

  test('is not asked for where tools are wanted', async () => {
    const { open, asked } = openWorld([])
    const tools = [{ name: 'weather', description: '', inputSchema: { type: 'object' } }]
    await expect((await open()).generate({ ...hello, tools }, noSignal)).rejects.toMatchObject({
      code: 'invalid_input',
    })
    expect(asked).toEqual([])
  })
})
