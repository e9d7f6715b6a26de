import { expect, test } from 'vitest'
import { startFakeOpenAI } from '../testing/fake-openai-server.ts'
import { listOpenAIModels } from './list-openai-models.ts'

const around = { catalogue: [], previousNodes: [], signal: new AbortController().signal, fetch }

test('without a credential the known names are offered', async () => {
  const names = (await listOpenAIModels({ ...around, values: {} })).map(({ name }) => name)
  expect(names).toContain('gpt-4o-mini')
})

test('with a credential the server is asked, with its key', async () => {
  const server = await startFakeOpenAI({ apiKey: 'sk-1', models: ['llama-3', 'qwen'] })
  const values = { basepath: server.baseURL }
  const options = await listOpenAIModels({ ...around, values, credential: { openAIApiKey: 'sk-1' } })
  expect(options).toEqual([
    { name: 'llama-3', label: 'llama-3' },
    { name: 'qwen', label: 'qwen' },
  ])
  const refused = await listOpenAIModels({ ...around, values, credential: { openAIApiKey: 'sk-2' } })
  expect(refused.map(({ name }) => name)).toContain('gpt-4o-mini')
  await server.close()
})

test('at OpenAI only chat models are added', async () => {
  const answer = { data: [{ id: 'gpt-9' }, { id: 'text-embedding-9' }, { id: 'tts-9' }, { nonsense: true }] }
  const options = await listOpenAIModels({
    ...around,
    values: {},
    credential: { openAIApiKey: 'sk-1' },
    fetch: async () => ({ ok: true, status: 200, json: async () => answer }),
  })
  const names = options.map(({ name }) => name)
  expect(names).toContain('gpt-9')
  expect(names).not.toContain('text-embedding-9')
})
