import type { RecalledMessage } from '@runnel/node-kit'
import { findCases } from '../find-cases.fixture.ts'
import { startFakeDynamo } from './dynamo-db-chat-memory/fake-dynamo.fixture.ts'
import { startFakeZep } from './fake-zep.fixture.ts'
import { startFakeMem0 } from './mem0/fake-mem0.fixture.ts'
import { startFakeMongo } from './mongo-db-atlas-chat-memory/fake-mongo.fixture.ts'
import type { OutsideCase } from './outside-memories.fixture.ts'
import { startFakeRedis } from './redis-backed-chat-memory/fake-redis-server.fixture.ts'
import { startFakeUpstash } from './upstash-redis-backed-chat-memory/fake-upstash.fixture.ts'

/** What LangChain stores, as text, with what is no message among it. */
const ofLangChain: { messages: string[]; recalled: RecalledMessage[] } = {
  messages: [
    '{"type":"human","data":{"content":"Tea?","additional_kwargs":{}}}',
    '{"type":"tool","data":{"content":"3"}}',
    '{"type":"ai","data":{"content":[{"type":"text","text":"Green"},{"type":"image_url"}]}}',
    'nonsense',
    '{"type":"human"}',
    '{"type":"system","data":{"content":"They like tea."}}',
  ],
  recalled: [
    { role: 'user', content: 'Tea?' },
    { role: 'assistant', content: 'Green' },
    { role: 'system', content: 'They like tea.' },
  ],
}

/** What Zep stored for Flowise, with what is no message among it. */
const ofZep: OutsideCase['stored'] = {
  messages: [
    '{"role":"human","content":"Tea?","uuid":"1"}',
    '{"role":"tool","content":"3"}',
    '{"role":"ai","role_type":"assistant","content":"Green"}',
    '{"role":"human"}',
    '{"role":"system","content":"They like tea."}',
  ],
  recalled: ofLangChain.recalled,
}

/** What Mem0 learned, as it is told to a model. */
const tellFacts = (facts: { content: string }[]): RecalledMessage[] => {
  const lines = facts.map(({ content }) => `- ${content}`).join('\n')
  const content = `What is known from earlier conversations:\n${lines}`
  return facts.length === 0 ? [] : [{ role: 'system', content }]
}

/** Every memory of the catalogue that keeps conversations outside; a test compares. */
export const outsideCases: OutsideCase[] = [
  {
    node: 'upstashRedisBackedChatMemory',
    values: { baseURL: 'https://tea.upstash.io/' },
    credential: { upstashRestToken: 'test-token-of-upstash' },
    host: 'tea.upstash.io',
    nowhere: { values: { baseURL: 'nowhere' } },
    startFake: () => startFakeUpstash('test-token-of-upstash'),
    stored: ofLangChain,
    nonsense: [
      [null, 'cannot be read'],
      [[], 'cannot be read'],
    ],
  },
  {
    node: 'RedisBackedChatMemory',
    values: {},
    credential: { redisUrl: 'rediss://tea:test-password-of-redis@redis.example:6380/3' },
    host: 'redis.example',
    nowhere: { credential: { redisUrl: 'redis.example:6379' } },
    startFake: () => startFakeRedis('test-password-of-redis'),
    stored: ofLangChain,
    nonsense: [],
  },
  {
    node: 'MongoDBAtlasChatMemory',
    values: { databaseName: 'tea', collectionName: 'talks' },
    credential: { mongoDBConnectUrl: 'mongodb://tea:test-password-of-mongo@mongo.example/' },
    host: 'mongo.example',
    nowhere: { credential: { mongoDBConnectUrl: 'mongo.example' } },
    startFake: () => startFakeMongo('test-password-of-mongo'),
    stored: ofLangChain,
    nonsense: [],
  },
  {
    node: 'ZepMemory',
    values: { baseURL: 'https://zep.example/' },
    credential: { apiKey: 'test-key-of-zep' },
    host: 'zep.example',
    nowhere: { values: { baseURL: 'nowhere' } },
    startFake: () =>
      startFakeZep({
        authorization: 'Bearer test-key-of-zep',
        path: '/api/v1/sessions',
        said: 'OK',
        fields: ['role', 'content'],
        wants: (query) => query.get('lastn') === '10',
      }),
    stored: ofZep,
    nonsense: [[null, 'cannot be read']],
  },
  {
    node: 'ZepMemoryCloud',
    values: {},
    credential: { apiKey: 'test-key-of-zep-cloud' },
    host: 'api.getzep.com',
    nowhere: { values: { memoryType: 'eternal' } },
    startFake: () =>
      startFakeZep({
        authorization: 'Api-Key test-key-of-zep-cloud',
        path: '/api/v2/sessions',
        said: '{"context":""}',
        fields: ['role', 'role_type', 'content'],
        wants: (query) => query.get('memoryType') === 'perpetual',
      }),
    stored: ofZep,
    nonsense: [[null, 'cannot be read']],
  },
  {
    node: 'mem0',
    values: { user_id: 'everybody', useFlowiseChatId: true },
    credential: { apiKey: 'test-key-of-mem0' },
    host: 'api.mem0.ai',
    nowhere: { values: { useFlowiseChatId: false, user_id: ' ' } },
    startFake: () => startFakeMem0('test-key-of-mem0'),
    isOfPeople: true,
    tells: tellFacts,
    stored: {
      messages: [
        '{"id":"1","memory":"Likes tea."}',
        '{"id":"2"}',
        '"nonsense"',
        '{"memory":"Drinks it green."}',
      ],
      recalled: tellFacts([{ content: 'Likes tea.' }, { content: 'Drinks it green.' }]),
    },
    nonsense: [
      [null, 'cannot be read'],
      [{}, 'cannot be read'],
    ],
  },
  {
    node: 'DynamoDBChatMemory',
    values: { tableName: 'talks', partitionKey: 'session', region: 'eu-central-1' },
    credential: { accessKey: 'AKIDTESTTESTTEST', secretAccessKey: 'test-secret-of-aws' },
    host: 'dynamodb.eu-central-1.amazonaws.com',
    nowhere: { values: { region: 'evil.example/' } },
    startFake: () => startFakeDynamo('AKIDTESTTESTTEST', 'test-secret-of-aws'),
    stored: {
      messages: [
        '{"M":{"type":{"S":"human"},"text":{"S":"Tea?"}}}',
        '{"M":{"type":{"S":"tool"},"text":{"S":"3"}}}',
        '{"M":{"type":{"S":"ai"},"text":{"S":"Green"}}}',
        '{"S":"nonsense"}',
      ],
      recalled: [
        { role: 'user', content: 'Tea?' },
        { role: 'assistant', content: 'Green' },
      ],
    },
    nonsense: [
      [null, 'cannot be read'],
      [[], 'cannot be read'],
    ],
  },
  ...(await findCases<OutsideCase>('memory/*/*.case.fixture.ts')),
]
