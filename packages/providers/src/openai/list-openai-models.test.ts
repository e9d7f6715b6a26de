import { expect, test } from 'vitest'
import { startFakeOpenAI } from '../testing/fake-openai-server.ts'
import { listOpenAIModels } from './list-openai-models.ts'

const around = { catalogue: [], previousNodes: [], signal: new AbortController().signal, fetch }

test('without a credential the known names are offered', async () => {
  const names = (await listOpenAIModels({ ...around, values: {} })).map(({ name }) => name)
  expect(names).toContain('gpt-4o-mini')
})

test('a server of ones own is asked, and never gets the key', async () => {
  const server = await startFakeOpenAI({ models: ['qwen', 'llama-3'] })
  const values = { basepath: server.baseURL }
  const options = await listOpenAIModels({ ...around, values, credential: { openAIApiKey: 'sk-1' } })
  expect(options).toEqual([
    { name: 'llama-3', label: 'llama-3' },
    { name: 'qwen', label: 'qwen' },
  ])
  expect(server.requests[0]?.headers).not.toHaveProperty('authorization')
  await server.close()
})

test('a server that does not answer leaves the known names', async () => {
  const server = await startFakeOpenAI({ apiKey: 'sk-1' })
  const values = { basepath: server.baseURL }
  const options = await listOpenAIModels({ ...around, values })
  expect(options.map(({ name }) => name)).toContain('gpt-4o-mini')
  await server.close()
})

test('at OpenAI the key asks, and only chat models are added', async () => {
  const asked: unknown[] = []
  const answer = { data: [{ id: 'gpt-9' }, { id: 'text-embedding-9' }, { id: 'tts-9' }, { nonsense: true }] }
  const options = await listOpenAIModels({
    ...around,
    values: {},
    credential: { openAIApiKey: 'sk-1' },
    fetch: async (url, init) => {
      asked.push([url, init?.headers])
      return Response.json(answer)
    },
  })
  expect(asked).toEqual([['https://api.openai.com/v1/models', { authorization: 'Bearer sk-1' }]])
  const names = options.map(({ name }) => name)
  expect(names).toContain('gpt-9')
  expect(names).not.toContain('text-embedding-9')
})
