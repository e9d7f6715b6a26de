import type { RecalledMessage } from '@runnel/node-kit'
import { startFakeDynamo } from './dynamo-db-chat-memory/fake-dynamo.fixture.ts'
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
]
