import { type JsonObject, RunnelError } from '@runnel/contract'
import type { Component, FoundDocument, ModelRequest, VectorStore } from '@runnel/node-kit'
import {
  aModel,
  createTestComponent,
  createTestStepContext,
  said,
  type TestStepOptions,
} from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { nodeCatalogue } from '../catalogue.ts'

/** A chain that finds something for a question, or chooses it, and then answers. */
interface ChainCase {
  node: string
  /** What is wired to it, and what the model is told before the question when all goes well. */
  components: Record<string, Component[]>
  told: string
  /** What the model chooses first, and what then is asked. */
  choice?: { destination: string; next_inputs: string }
  givesSources?: boolean
}

const chains = nodeCatalogue.filter(({ definition }) => definition.category === 'Chains')

const passageOf = (name: string): FoundDocument => ({
  pageContent: `${name} grows {question} on hills. $&`,
  metadata: { source: `${name}.pdf` },
  score: 0.9,
})

const finder = (name: string, values: JsonObject = {}) =>
  createTestComponent(name, { label: name, values }, { retriever: async () => [] })

const store: VectorStore = {
  add: async () => ({ added: 0, known: 0 }),
  ingest: async () => ({ added: 0, known: 0 }),
  search: async (_component, { limit }) => (limit === 4 ? [passageOf('Tea')] : []),
}

const prompt = (name: string, description: string) =>
  createTestComponent(
    'choice',
    { values: { name, description } },
    {
      prompt: () => ({
        variables: ['input'],
        values: {},
        format: ({ input = '' }) => [
          { role: 'system', content: `You are good at ${name}.` },
          { role: 'user', content: input },
        ],
      }),
    },
  )

const cases: ChainCase[] = [
  {
    node: 'retrievalQAChain',
    components: { vectorStoreRetriever: [finder('Tea')] },
    told: 'Tea grows {question} on hills. $&',
  },
  {
    node: 'vectorDBQAChain',
    components: { vectorStore: [createTestComponent('store', {}, { vectorStore: store })] },
    told: 'Tea grows {question} on hills. $&',
  },
  {
    node: 'conversationalRetrievalQAChain',
    components: { vectorStoreRetriever: [finder('Tea')] },
    told: 'Tea grows {question} on hills. $&',
    givesSources: true,
  },
  {
    node: 'multiRetrievalQAChain',
    components: {
      vectorStoreRetriever: [
        finder('Tea'),
        finder('Coffee', { name: 'drinks', description: 'All of coffee' }),
        finder('Milk', { name: 'drinks', description: 'All of milk' }),
      ],
    },
    told: 'Milk grows {question} on hills. $&',
    choice: { destination: 'Drinks 2', next_inputs: 'Where does milk grow?' },
    givesSources: true,
  },
  {
    node: 'multiPromptChain',
    components: { promptRetriever: [prompt('physics', 'All of matter'), prompt('history', 'All of time')] },
    told: 'You are good at history.',
    choice: { destination: 'history', next_inputs: 'Where did it grow?' },
  },
]

const choosing = cases.flatMap((chain) => (chain.choice ? [{ ...chain, choice: chain.choice }] : []))

async function run({ node, components }: ChainCase, options: TestStepOptions = {}) {
  const work = await chains.find(({ definition }) => definition.name === node)?.run?.()
  if (!work) throw new Error(`There is no ${node}.`)
  const queries: string[] = []
  const step = createTestStepContext({
    input: 'Where does it grow?',
    retrieve: ({ label }, query) => {
      queries.push(query)
      return [passageOf(label)]
    },
    ...options,
    components: { model: [aModel], ...components, ...options.components },
  })
  return { ...step, queries, result: work(step.context) }
}

/** Chooses as the case says, then answers. */
const playModel =
  ({ choice }: ChainCase) =>
  ({ structure }: ModelRequest) =>
    said(structure ? JSON.stringify(choice) : 'On hills.')

test.each(chains.map(({ definition }) => definition))(
  '$name ends a flow, and is checked before',
  (definition) => {
    expect(definition).toMatchObject({ kind: 'step', answers: true })
    expect(definition.baseClasses).toContain('BaseChain')
    const names = definition.inputs.map(({ name }) => name)
    expect(names).toContain('inputModeration')
    expect(definition.streams === true).toBe(names.includes('model'))
  },
)

describe.each(cases)('$node', (chain) => {
  const calls = chain.choice ? 2 : 1
  const question = chain.choice?.next_inputs ?? 'Where does it grow?'

  test('answers by what it found or chose, in sight, and counts every call', async () => {
    const { result, requests, queries } = await run(chain, { model: playModel(chain) })
    expect((await result).output).toMatchObject({
      content: 'On hills.',
      usageMetadata: { total_tokens: 15 * calls },
    })
    expect(requests.map(({ show }) => show)).toEqual(chain.choice ? [false, true] : [true])
    const [first, last] = requests.at(-1)?.messages ?? []
    expect(first?.content).toContain(chain.told)
    expect(last).toEqual({ role: 'user', content: question })
    expect(queries.every((query) => query === question)).toBe(true)
  })

  test('gives its sources only where they are wanted', async () => {
    const sourcesOf = async (returnSourceDocuments: boolean) => {
      const { result } = await run(chain, { model: playModel(chain), values: { returnSourceDocuments } })
      return (await result).output.sourceDocuments
    }
    expect(await sourcesOf(false)).toBeUndefined()
    expect(((await sourcesOf(true)) as unknown[] | undefined)?.length).toBe(
      chain.givesSources ? 1 : undefined,
    )
  })

  test('passes on what its model refuses', async () => {
    const model = () => {
      throw new RunnelError('model_error', 'The vendor is away.')
    }
    await expect((await run(chain, { model })).result).rejects.toThrow('The vendor is away.')
  })

  test('says what is not connected', async () => {
    const nothing = Object.fromEntries(Object.keys(chain.components).map((anchor) => [anchor, []]))
    const bare = await run(chain, { components: nothing, model: playModel(chain) })
    await expect(bare.result).rejects.toMatchObject({ code: 'missing_component' })
    const silent = await run(chain, { components: { model: [] } })
    await expect(silent.result).rejects.toThrow('has no model')
  })

  test('answers a question that is refused without the model', async () => {
    const moderation = () => Promise.reject(new RunnelError('moderation_refused', 'Not that.'))
    const inputModeration = [createTestComponent('guard', {}, { moderation })]
    const { result, requests } = await run(chain, { components: { inputModeration } })
    expect((await result).output).toEqual({ content: 'Not that.' })
    expect(requests).toEqual([])
  })
})

describe.each(choosing)('$node', (chain) => {
  test('tells its model what there is to choose, by names of their own', async () => {
    const { result, requests } = await run(chain, { model: playModel(chain) })
    await result
    const [request] = requests
    const choices = request?.structure?.schema.properties as { destination: { enum: string[] } } | undefined
    const names = choices?.destination.enum ?? []
    expect(names.at(-1)).toBe('DEFAULT')
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(request?.messages[0]?.content).toContain(name)
    expect(request?.messages[0]?.content).toContain('All of ')
  })

  test('asks the question alone where none suits', async () => {
    const none = { ...chain, choice: { destination: 'DEFAULT', next_inputs: '' } }
    const { result, requests, queries } = await run(chain, { model: playModel(none) })
    expect((await result).output).toMatchObject({ content: 'On hills.' })
    expect(requests[1]?.messages).toEqual([{ role: 'user', content: 'Where does it grow?' }])
    expect(queries).toEqual([])
  })

  test.each(['Drinks!', '{"destination": "nowhere", "next_inputs": "x"}', '[]'])(
    'tells its model once that %s is no choice',
    async (odd) => {
      const { result, requests } = await run(chain, {
        model: (request, n) => (n === 0 ? said(odd) : playModel(chain)(request)),
      })
      expect((await result).output).toMatchObject({
        content: 'On hills.',
        usageMetadata: { total_tokens: 45 },
      })
      expect(requests[1]?.messages.slice(-2)).toEqual([
        { role: 'assistant', content: odd },
        { role: 'user', content: expect.stringContaining('"destination" is one of the names') },
      ])
      const lost = await run(chain, { model: () => said(odd) })
      await expect(lost.result).rejects.toMatchObject({ code: 'model_error' })
      expect([lost.requests.length, lost.shown]).toEqual([2, []])
    },
  )
})
