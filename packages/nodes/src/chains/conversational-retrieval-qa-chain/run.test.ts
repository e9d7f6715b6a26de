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
import { runConversationalRetrieval } from './run.ts'

const retriever = createTestComponent('memoryVectorStore', {}, { retriever: async () => [] })
const passage = {
  pageContent: 'Tea grows {question} on hills.',
  metadata: { source: 'tea.pdf', loc: { pageNumber: 3 } },
  score: 0.9,
}

function chain(options: TestStepOptions = {}) {
  const queries: string[] = []
  const step = createTestStepContext({
    input: 'Where does it grow?',
    components: { model: [aModel], vectorStoreRetriever: [retriever], memory: [aMemory] },
    model: (_request, n) => said(n === 0 ? 'Where does tea grow?' : 'On hills.'),
    retrieve: (_component, query) => {
      queries.push(query)
      return [passage]
    },
    ...options,
  })
  return { step, queries }
}

test('a first question is looked for as it is, and answered from what was found', async () => {
  const { step, queries } = chain({ model: () => said('On hills.') })
  const result = await runConversationalRetrieval(step.context)
  expect(queries).toEqual(['Where does it grow?'])
  expect(step.requests).toHaveLength(1)
  expect(step.requests[0]?.show).toBe(true)
  expect(step.requests[0]?.messages[0]?.content).toContain('Tea grows {question} on hills.')
  expect(result.output).toMatchObject({ content: 'On hills.' })
  expect(result.output).not.toHaveProperty('sourceDocuments')
})

test('a later one is made to stand alone first, out of sight', async () => {
  const { step, queries } = chain({ run: { pastHistory: anExchange } })
  const result = await runConversationalRetrieval(step.context)
  expect(queries).toEqual(['Where does tea grow?'])
  expect(step.requests.map(({ show }) => show)).toEqual([false, true])
  expect(step.requests[0]?.messages[0]?.content).toContain('user: My name is Ada.')
  expect(step.requests[1]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
  expect(result).toMatchObject({
    input: { rephrased: 'Where does tea grow?' },
    output: { usageMetadata: { total_tokens: 30 } },
  })
})

test('the conversation is known without a memory too', async () => {
  const components = { model: [aModel], vectorStoreRetriever: [retriever] }
  const { step } = chain({ components, run: { pastHistory: anExchange } })
  await runConversationalRetrieval(step.context)
  expect(step.requests).toHaveLength(2)
})

test('sources are given where they are wanted', async () => {
  const { step } = chain({ values: { returnSourceDocuments: true } })
  const { output } = await runConversationalRetrieval(step.context)
  expect(output.sourceDocuments).toEqual([{ pageContent: passage.pageContent, metadata: passage.metadata }])
})

test('prompts of the author are used, also one without a place for the passages', async () => {
  const { step } = chain({ values: { responsePrompt: 'Answer in French.' } })
  await runConversationalRetrieval(step.context)
  expect(step.requests[0]?.messages[0]?.content).toBe(`Answer in French.\n\n${passage.pageContent}`)
})

test('without a retriever it says what to do', async () => {
  const { step } = chain({ components: { model: [aModel] } })
  await expect(runConversationalRetrieval(step.context)).rejects.toThrow('nowhere to look')
})
