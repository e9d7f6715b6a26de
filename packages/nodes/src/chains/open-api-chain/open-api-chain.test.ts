import type { Part } from '@runnel/contract'
import { aModel, createTestStepContext, said, type TestStepOptions } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { runOpenApiChain } from './run.ts'

const document = JSON.stringify({
  openapi: '3.0.0',
  servers: [{ url: 'https://api.weather.example/v1' }],
  paths: {
    '/now/{city}': {
      get: {
        operationId: 'readWeather',
        parameters: [{ name: 'city', in: 'path', required: true, schema: { type: 'string' } }],
      },
    },
  },
})

const calls = (city: string) => ({
  parts: [
    { type: 'tool-call', id: 'c1', name: 'read_weather', input: { PathParameters: { city } } },
  ] as Part[],
})

async function run(replies: ReturnType<typeof calls | typeof said>[], options: TestStepOptions = {}) {
  const step = createTestStepContext({
    input: 'How warm is Rome?',
    components: { model: [aModel] },
    model: (_request, n) => replies[n] ?? said('It is warm.'),
    file: () => ({ bytes: Buffer.from(document), mediaType: 'application/json', name: 'api.json' }),
    http: () => ({ status: 200, headers: {}, body: '{"celsius": 21, "x": "{question}"}' }),
    ...options,
    values: { yamlFile: 'FILE-STORAGE::api.json', ...options.values },
  })
  return { ...step, result: runOpenApiChain(step.context) }
}

test('makes the call that its model chose, and answers from what came, in sight', async () => {
  const { result, requests, http } = await run([calls('Rome & Ostia')], {
    values: { headers: '{"x-key": "the-long-key-1"}' },
    http: () => ({ status: 200, headers: {}, body: '{"celsius": 21, "echo": "the-long-key-1"}' }),
  })
  expect((await result).output).toMatchObject({
    content: 'It is warm.',
    usageMetadata: { total_tokens: 30 },
  })
  expect(http).toMatchObject([
    {
      url: 'https://api.weather.example/v1/now/Rome%20%26%20Ostia',
      method: 'GET',
      headers: { 'x-key': 'the-long-key-1' },
    },
  ])
  expect(requests.map(({ show }) => show)).toEqual([false, true])
  expect(requests[0]?.tools?.map(({ name }) => name)).toEqual(['read_weather'])
  expect(requests[1]?.messages[0]?.content).toContain('{"celsius": 21, "echo": "•••"}')
  expect(JSON.stringify(await result)).not.toContain('the-long-key-1')
})

test('a server that a document at an address names is called as one that this address leads to', async () => {
  const yamlLink = 'https://docs.example/api.json'
  const { result, http } = await run([calls('Rome')], {
    values: { yamlLink },
    http: ({ url }) => ({ status: 200, headers: {}, body: url === yamlLink ? document : '{}' }),
  })
  await result
  expect(http.map(({ namedBy }) => namedBy)).toEqual([undefined, yamlLink])
  const own = await run([calls('Rome')])
  await own.result
  expect(own.http.map(({ namedBy }) => namedBy)).toEqual([undefined])
})

test('tells its model once what is wrong with the call, and then gives up', async () => {
  const { result, requests, http } = await run([calls('..'), calls('Rome')])
  expect((await result).output).toMatchObject({ content: 'It is warm.' })
  expect(requests[1]?.messages.at(-1)?.content).toContain('must not be')
  expect(http).toHaveLength(1)
  const lost = await run([calls('..'), calls('')])
  await expect(lost.result).rejects.toMatchObject({ code: 'model_error' })
  expect([lost.http, lost.shown]).toEqual([[], []])
})

test('where no call helps, what the model says is the answer', async () => {
  const { result, http, shown } = await run([said('I do not know.')])
  expect((await result).output).toMatchObject({ content: 'I do not know.' })
  expect([http, shown]).toEqual([[], ['I do not know.']])
})

test('tells its model what the API refused', async () => {
  const { result, requests } = await run([calls('Rome')], {
    http: () => ({ status: 404, headers: {}, body: 'No such town' }),
  })
  await result
  expect(requests[1]?.messages[0]?.content).toContain('Refused with status 404: No such town')
})

test('reads its document from an address before that of a file, and says when there is none', async () => {
  const link = await run([calls('Rome')], {
    values: { yamlLink: 'https://docs.example/api.json' },
    http: ({ url }) => ({
      status: 200,
      headers: {},
      body: url.startsWith('https://docs.example') ? document : '{}',
    }),
  })
  await link.result
  expect(link.http.map(({ url }) => new URL(url).host)).toEqual(['docs.example', 'api.weather.example'])
  await expect((await run([], { values: { yamlFile: '' } })).result).rejects.toThrow(
    'has no OpenAPI document',
  )
})
