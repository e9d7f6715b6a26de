import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chainEdge, chainNode, chatFlow } from '../testing/example-flows.ts'
import { type FlowParts, libraryParts } from '../testing/library-parts.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

let scene: VendorServer

beforeAll(async () => {
  scene = await startVendorServer()
})
beforeEach(() => {
  scene.vendor.requests.length = 0
})
afterAll(() => scene.stop())

const tea = 'Green tea wants 70 degrees.'
const coffee = 'Coffee wants 92 degrees.'

/** A store that a model chooses by its description. */
function choice(number: number, name: string, text: string): FlowParts {
  const id = `vectorStoreRetriever_${number}`
  const { nodes, edges } = libraryParts(scene, {
    number,
    text,
    to: id,
    at: ['vectorStore', 'VectorStore'],
    output: 'vectorStore',
  })
  return {
    nodes: [...nodes, chainNode(id, 'Retriever', { name, description: `All of ${name}.` })],
    edges: [
      ...edges,
      chainEdge(id, 'multiRetrievalQAChain_0', ['vectorStoreRetriever', 'VectorStoreRetriever']),
    ],
  }
}

/** A prompt that a model chooses by its description. */
function prompt(number: number, name: string): FlowParts {
  const id = `promptRetriever_${number}`
  const values = { name, description: `All of ${name}.`, systemMessage: `You know ${name}.` }
  return {
    nodes: [chainNode(id, 'Prompt', values)],
    edges: [chainEdge(id, 'multiPromptChain_0', ['promptRetriever', 'PromptRetriever'])],
  }
}

interface ChainCase {
  node: string
  parts: () => FlowParts[]
  /** What the model is told before the question, and what it is not. */
  told: string
  untold?: string
  choice?: string
}

const cases: ChainCase[] = [
  {
    node: 'retrievalQAChain',
    parts: () => [
      libraryParts(scene, {
        number: 0,
        text: tea,
        to: 'retrievalQAChain_0',
        at: ['vectorStoreRetriever', 'BaseRetriever'],
        output: 'retriever',
      }),
    ],
    told: tea,
  },
  {
    node: 'vectorDBQAChain',
    parts: () => [
      libraryParts(scene, {
        number: 0,
        text: tea,
        to: 'vectorDBQAChain_0',
        at: ['vectorStore', 'VectorStore'],
        output: 'vectorStore',
      }),
    ],
    told: tea,
  },
  {
    node: 'multiRetrievalQAChain',
    parts: () => [choice(0, 'tea', tea), choice(1, 'coffee', coffee)],
    choice: 'coffee',
    told: coffee,
    untold: tea,
  },
  {
    node: 'multiPromptChain',
    parts: () => [prompt(0, 'tea'), prompt(1, 'coffee')],
    choice: 'coffee',
    told: 'You know coffee.',
    untold: 'You know tea.',
  },
]

describe.each(cases)('a flow of $node', ({ node, parts, told, untold, choice: destination }) => {
  let flowId: string

  beforeAll(async () => {
    const made = parts()
    const flow = {
      nodes: [
        ...chatFlow(scene.vendor, scene.credentialId).nodes.slice(0, 1),
        ...made.flatMap(({ nodes }) => nodes),
        chainNode(`${node}_0`, 'Chain', { returnSourceDocuments: true }),
      ],
      edges: [
        chainEdge('chatOpenAI_0', `${node}_0`, ['model', 'BaseLanguageModel']),
        ...made.flatMap(({ edges }) => edges),
      ],
    }
    flowId = await makeFlow(scene.administrator, flow, { type: 'CHATFLOW' })
  })

  const question = 'How hot?'
  const ask = (more: object = {}) =>
    scene.server.anonymous().open('POST', `/prediction/${flowId}`, { question, ...more })

  const answerWith = (reply: object) => {
    const chosen = { text: JSON.stringify({ destination, next_inputs: question }) }
    scene.vendor.respondWith(...(destination ? [chosen, reply] : [reply]))
  }

  test('answers by what it found or chose', async () => {
    answerWith({ text: 'As hot as it wants.' })
    const response = await ask()
    expect(await response.json()).toMatchObject({ text: 'As hot as it wants.' })
    const sent = scene.vendor.requests.filter(({ path }) => path.endsWith('/chat/completions')).at(-1)
    const messages = JSON.stringify(sent?.body.messages)
    expect(messages).toContain(told)
    if (untold) expect(messages).not.toContain(untold)
  })

  test('streams the answer, and not what it chose', async () => {
    answerWith({ text: 'As hot as it wants.' })
    const frames = (await (await ask({ streaming: true })).text())
      .split('\n\n')
      .slice(0, -1)
      .map((frame) => JSON.parse(frame.split('\ndata:')[1] ?? '') as { event: string; data: unknown })
    const tokens = frames.flatMap(({ event, data }) => (event === 'token' ? [data] : []))
    expect(tokens.join('')).toBe('As hot as it wants.')
    expect(tokens.length).toBeGreaterThan(1)
  })

  test('tells what the vendor refused', async () => {
    answerWith({ status: 400, message: 'Too many words' })
    const response = await ask()
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(await response.text()).toContain('Too many words')
  })

  if (destination)
    test('tells its model once that it chose nothing, then gives up', async () => {
      scene.vendor.respondWith({ text: 'Well.' }, { text: 'Well!' })
      const response = await ask()
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(await response.text()).toContain('its model chose')
    })
})
