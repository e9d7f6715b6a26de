import { expect } from 'vitest'
import { chatAgentFlow, FAKE_AGENTS } from '../chat-agent-flows.ts'
import { chainNode, replyFlow } from '../example-flows.ts'
import { jsonReply } from './json-reply.ts'
import { agentFlow, libraryFlow, type NodePart, ownModel, talkFlow, wired } from './node-flows.ts'
import type { NodeWorld } from './node-world.ts'
import type { PartCase } from './part-case.ts'
import type { PlayModel } from './play-model.ts'

const says =
  (text: string): PlayModel =>
  () => ({ text })

/** Has the first tool called that is offered, and then says that it is done. */
const callsTool =
  (input: object): PlayModel =>
  ({ body: { tools = [], messages = [] } }) => {
    const result = messages.find(({ role }) => role === 'tool')
    if (result) return { text: `It says: ${String(result.content)}` }
    return tools[0] && { toolCalls: [{ id: 'call_1', name: tools[0].function.name, input }] }
  }

/** A prompt → LLM Chain, with what reads its answer. */
const parsedFlow = ({ scene }: NodeWorld, parser: NodePart) =>
  wired(
    [
      ownModel(scene),
      { node: 'promptTemplate', values: { template: '{question}' } },
      parser,
      { node: 'llmChain' },
    ],
    [
      ['chatOpenAI', 'llmChain', 'model', 'BaseLanguageModel'],
      ['promptTemplate', 'llmChain', 'prompt', 'BasePromptTemplate'],
      [parser.node, 'llmChain', 'outputParser', 'BaseLLMOutputParser'],
    ],
  )

const apiDocument = JSON.stringify({
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

const agentParts: PartCase[] = Object.entries(FAKE_AGENTS).map(([node, { speech }]) => ({
  node,
  flow: ({ scene }) => ({
    type: 'CHATFLOW',
    ...chatAgentFlow(scene, { agent: node, tools: [chainNode('calculator_0', 'Calculator', {})] }),
  }),
  model: ({ body }) =>
    JSON.stringify(body.messages).includes('42')
      ? speech.answers('It is 42.')
      : speech.asks('calculator', { input: '6 * 7' }),
  asks: ['What is 6 * 7?'],
  text: 'It is 42.',
  told: '42',
}))

/** Agents, chains, and what else a conversation is made of. */
export const talkParts: PartCase[] = [
  ...agentParts,
  {
    node: 'chatDemo',
    flow: () => talkFlow({ node: 'chatDemo' }),
    text: expect.stringContaining('I am the Demo model'),
  },
  {
    node: 'conversationSummaryBufferMemory',
    flow: ({ scene }) => {
      const memory = 'conversationSummaryBufferMemory'
      const flow = talkFlow(ownModel(scene), { node: memory, values: { maxTokenLimit: 1 } })
      const { edges } = wired([], [['chatOpenAI', memory, 'model', 'BaseChatModel']])
      return { ...flow, edges: [...flow.edges, ...edges] }
    },
    model: ({ body }) =>
      JSON.stringify(body.messages).includes('My tea is green')
        ? { text: 'They drink it green.' }
        : { text: 'I see.' },
    asks: ['My tea is green', 'Which?'],
    told: 'They drink it green.',
  },
  {
    node: 'fewShotPromptTemplate',
    flow: ({ scene }) => {
      const node = 'fewShotPromptTemplate'
      const values = {
        examples: '[{"word": "hot", "antonym": "cold"}]',
        prefix: 'Give the antonym.',
        suffix: 'Word: {input}',
        exampleSeparator: '\n',
      }
      return wired(
        [
          ownModel(scene),
          { node: 'promptTemplate', values: { template: '{word} - {antonym}' } },
          { node, values },
          { node: 'llmChain' },
        ],
        [
          ['promptTemplate', node, 'examplePrompt', 'PromptTemplate'],
          [node, 'llmChain', 'prompt', 'BasePromptTemplate'],
          ['chatOpenAI', 'llmChain', 'model', 'BaseLanguageModel'],
        ],
      )
    },
    asks: ['green'],
    told: 'Give the antonym.\\nhot - cold\\nWord: green',
  },
  {
    node: 'structuredOutputParser',
    flow: (world) =>
      parsedFlow(world, {
        node: 'structuredOutputParser',
        values: { jsonStructure: [{ property: 'cups', type: 'number', description: 'How many cups' }] },
      }),
    model: says('{"cups": 2}'),
    json: { cups: 2 },
    told: 'How many cups',
  },
  {
    node: 'csvOutputParser',
    flow: (world) => parsedFlow(world, { node: 'csvOutputParser' }),
    model: says('green, black'),
    json: ['green', 'black'],
  },
  {
    node: 'customListOutputParser',
    flow: (world) =>
      parsedFlow(world, { node: 'customListOutputParser', values: { length: 2, separator: ';' } }),
    model: says('green; black'),
    json: ['green', 'black'],
  },
  {
    node: 'inputModerationOpenAI',
    credential: { openAIApiKey: 'sk-test-key-of-moderation' },
    flow: ({ scene }, credential) => {
      const node = 'inputModerationOpenAI'
      const flow = talkFlow(ownModel(scene))
      const more = wired(
        [{ node, values: { moderationErrorMessage: 'No fights here.' }, credential }],
        [[node, 'conversationChain', 'inputModeration', 'Moderation']],
      )
      return { ...flow, nodes: [...flow.nodes, ...more.nodes], edges: [...flow.edges, ...more.edges] }
    },
    server: ({ url, headers, text }) =>
      url.href === 'https://api.openai.com/v1/moderations' &&
      headers.authorization === 'Bearer sk-test-key-of-moderation'
        ? jsonReply({ results: [{ flagged: text.includes('fight') }] })
        : jsonReply({ error: { message: 'no' } }, 401),
    asks: ['A fight?'],
    text: 'No fights here.',
  },
  {
    node: 'openApiChain',
    flow: ({ scene }) =>
      wired(
        [
          ownModel(scene),
          {
            node: 'openApiChain',
            values: {
              yamlFile: `data:application/json;base64,${btoa(apiDocument)},filename:api.json`,
              headers: '{"x-key": "of-the-author"}',
            },
          },
        ],
        [['chatOpenAI', 'openApiChain', 'model', 'BaseChatModel']],
      ),
    model: ({ body }) =>
      body.tools
        ? {
            toolCalls: [{ id: 'c1', name: 'read_weather', input: { PathParameters: { city: 'Rome' } } }],
          }
        : { text: 'It is warm.' },
    server: ({ url, headers }) =>
      url.href === 'https://api.weather.example/v1/now/Rome' && headers['x-key'] === 'of-the-author'
        ? jsonReply({ celsius: 21 })
        : jsonReply({}, 404),
    asks: ['How warm is Rome?'],
    text: 'It is warm.',
    told: '21',
  },
  {
    node: 'sqlDatabaseChain',
    credential: { user: 'ada', password: 'test-password-of-sql' },
    flow: ({ scene }, credential) =>
      wired(
        [
          ownModel(scene),
          {
            node: 'sqlDatabaseChain',
            values: { database: 'postgres', url: 'postgres://db.example/tea' },
            credential,
          },
        ],
        [['chatOpenAI', 'sqlDatabaseChain', 'model', 'BaseLanguageModel']],
      ),
    model: ({ body }) => ({
      text: JSON.stringify(body.messages).includes('seventy') ? 'At seventy.' : 'select degrees from teas',
    }),
    data: ({ protocol, address, question }) => {
      if (protocol !== 'sql' || address.password !== 'test-password-of-sql') throw new Error('Who are you?')
      const { statement } = question
      if (statement.includes('information_schema'))
        return {
          columns: ['table_name', 'column_name', 'data_type'],
          rows: [['teas', 'degrees', 'text']],
          isCut: false,
        }
      const isAsked = statement === 'select degrees from teas'
      return { columns: ['degrees'], rows: isAsked ? [['seventy']] : [], isCut: false }
    },
    text: 'At seventy.',
    told: 'seventy',
  },
  {
    node: 'redisEmbeddingsCache',
    credential: { redisUrl: 'redis://:test-password-of-redis@redis.example' },
    flow: (_world, credential) => {
      const node = 'redisEmbeddingsCache'
      const parts = [{ node: 'demoEmbeddings' }]
      return libraryFlow({
        embeddings: { node, credential },
        more: { parts, wires: [['demoEmbeddings', node, 'embeddings', 'Embeddings']] },
      })
    },
    data: keepWords(),
    fills: 1,
    sources: ['Green tea wants seventy degrees.'],
  },
  {
    node: 'agentAsTool',
    async flow(world) {
      const inner = await world.save({ type: 'AGENTFLOW', ...replyFlow('The expert on {{question}}') })
      const values = { selectedAgentflow: inner, name: 'expert', description: 'Knows everything.' }
      return agentFlow(world.scene, [{ node: 'agentAsTool', values }])
    },
    model: callsTool({ input: 'tea' }),
    text: 'It says: The expert on tea',
  },
  {
    node: 'webBrowser',
    flow: ({ scene }) =>
      wired(
        [
          ownModel(scene),
          { node: 'demoEmbeddings' },
          { node: 'chatDemo' },
          { node: 'webBrowser' },
          { node: 'bufferMemory' },
          { node: 'toolAgent' },
        ],
        [
          ['chatDemo', 'webBrowser', 'model', 'BaseLanguageModel'],
          ['demoEmbeddings', 'webBrowser', 'embeddings', 'Embeddings'],
          ['webBrowser', 'toolAgent', 'tools', 'Tool'],
          ['chatOpenAI', 'toolAgent', 'model', 'BaseChatModel'],
          ['bufferMemory', 'toolAgent', 'memory', 'BaseChatMemory'],
        ],
      ),
    model: callsTool({ url: 'https://hotel.example/house', task: 'When is tea served?' }),
    server: ({ url }) => ({
      status: url.href === 'https://hotel.example/house' ? 200 : 404,
      headers: { 'content-type': 'text/html' },
      body: '<html><body><p>Tea is served at four.</p></body></html>',
    }),
    told: 'four',
  },
]

/** A Redis of texts, for one password. */
function keepWords(): NonNullable<PartCase['data']> {
  const kept = new Map<string, string>()
  return ({ protocol, address, question }) => {
    if (protocol !== 'redis' || address.password !== 'test-password-of-redis') throw new Error('WRONGPASS')
    return question.commands.map(([name, ...words]) => {
      const [key = '', value = ''] = words.map(String)
      if (name === 'SET') kept.set(key, value)
      if (name === 'MGET') return words.map((word) => kept.get(String(word)) ?? null)
      return name === 'GET' ? (kept.get(key) ?? null) : 'OK'
    })
  }
}
