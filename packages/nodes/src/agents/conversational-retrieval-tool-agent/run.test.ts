import {
  aMemory,
  aModel,
  anExchange,
  createTestComponent,
  createTestStepContext,
  said,
  type TestStepOptions,
} from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { runConversationalRetrievalToolAgent } from './run.ts'

const retriever = createTestComponent('finder', {}, { retriever: async () => [] })
const passage = { pageContent: 'Tea grows {question} on hills.', metadata: {}, score: 1 }

function agent(options: TestStepOptions = {}) {
  const queries: string[] = []
  const step = createTestStepContext({
    input: 'Where does it grow?',
    components: { model: [aModel], memory: [aMemory], vectorStoreRetriever: [retriever] },
    retrieve: (_component, query) => {
      queries.push(query)
      return [passage]
    },
    model: () => said('On hills.'),
    ...options,
  })
  return { ...step, queries, result: runConversationalRetrievalToolAgent(step.context) }
}

test('the passages for a first question are told before it', async () => {
  const { result, requests, queries } = agent({ values: { systemMessage: 'Know: {context}!' } })
  expect((await result).output).toMatchObject({ content: 'On hills.' })
  expect(queries).toEqual(['Where does it grow?'])
  expect(requests[0]?.messages).toEqual([
    { role: 'system', content: 'Know: Tea grows {question} on hills.!' },
    { role: 'user', content: 'Where does it grow?' },
  ])
})

test('a later question is made to stand alone first, by the model for that where there is one', async () => {
  const asked: string[] = []
  const thinker = createTestComponent('thinker', {}, { chatModel: () => Promise.reject(new Error()) })
  const { result, requests, queries } = agent({
    run: { pastHistory: anExchange },
    components: {
      model: [aModel],
      memory: [aMemory],
      vectorStoreRetriever: [retriever],
      rephraseModel: [thinker],
    },
    model: (_request, n, { type }) => {
      asked.push(type)
      return said(n === 0 ? 'Where does tea grow?' : 'On hills.')
    },
  })
  expect((await result).output).toMatchObject({ content: 'On hills.', usageMetadata: { total_tokens: 30 } })
  expect(queries).toEqual(['Where does tea grow?'])
  expect(asked).toEqual(['thinker', aModel.type])
  expect(requests.map(({ show }) => show)).toEqual([false, true])
  expect(requests[1]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
})

test('without a retriever it says what to do', async () => {
  const { result } = agent({ components: { model: [aModel] } })
  await expect(result).rejects.toThrow('nowhere to look')
})
