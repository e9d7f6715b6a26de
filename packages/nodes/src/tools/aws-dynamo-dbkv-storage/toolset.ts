import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import {
  askForJson,
  type CallContext,
  type Component,
  listAt,
  readText,
  type Toolset,
  textAt,
} from '@runnel/node-kit'
import { cutText } from '../cut-text.ts'
import { readArgument } from '../read-argument.ts'
import { dynamoRequest } from './dynamo-request.ts'

/** What a key of a partition may have, in bytes. */
const LONGEST_KEY = 2_048
const MOST_VERSIONS = 1_000

const STORE = {
  name: 'dynamodb_kv_store',
  description: 'Keeps a text under a key. What was kept there before stays as an earlier version.',
  inputSchema: {
    type: 'object',
    properties: {
      key: { type: 'string', description: 'The key' },
      value: { type: 'string', description: 'The text' },
    },
    required: ['key', 'value'],
    additionalProperties: false,
  },
  effects: 'write' as const,
}

const RETRIEVE = {
  name: 'dynamodb_kv_retrieve',
  description: 'Reads the text that is kept under a key, or an earlier version of it, with its time.',
  inputSchema: {
    type: 'object',
    properties: {
      key: { type: 'string', description: 'The key' },
      nthLatest: {
        type: 'string',
        description: '1 is the latest version, 2 the one before; 1 when left out',
      },
    },
    required: ['key'],
    additionalProperties: false,
  },
  effects: 'read' as const,
}

/** One tool: it stores or it retrieves, as its author chose. */
export const dynamoToolset: Toolset = {
  list: (component) => [stores(component) ? STORE : RETRIEVE],
  call: async (component, { input }, call) => ({
    content: stores(component) ? await store(component, input, call) : await retrieve(component, input, call),
  }),
}

const stores = ({ values }: Component): boolean => readText(values, 'operation') !== 'retrieve'

async function store(component: Component, input: JsonValue, call: CallContext): Promise<string> {
  const key = readArgument(input, 'key')
  const value = isJsonObject(input) ? input.value : undefined
  if (typeof value !== 'string')
    throw new RunnelError(
      'invalid_input',
      'The argument "value" is missing or no text. Call the tool again with it.',
    )
  const at = call.now()
  const time = new Date(at).toISOString()
  const Item = {
    pk: { S: fullKey(component, key) },
    sk: { S: String(at) },
    value: { S: value },
    timestamp: { S: time },
  }
  await ask(component, { action: 'PutItem', said: { Item }, call })
  return `The text is kept under “${key}” since ${time}.`
}

async function retrieve(component: Component, input: JsonValue, call: CallContext): Promise<string> {
  const key = readArgument(input, 'key')
  const nth = readNth(input)
  const answer = await ask(component, {
    action: 'Query',
    said: {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: fullKey(component, key) } },
      ScanIndexForward: false,
      Limit: nth,
    },
    call,
  })
  const item = listAt(answer, 'Items')[nth - 1]
  const value = item === undefined ? null : textOf(item)
  const timestamp = textAt(item, 'timestamp', 'S') || textAt(item, 'sk', 'S') || null
  return cutText(JSON.stringify({ value, timestamp }))
}

/** As it was kept, with the blanks at its ends. */
function textOf({ value }: JsonObject): JsonValue {
  return isJsonObject(value ?? null) ? ((value as JsonObject).S ?? null) : null
}

function readNth(input: JsonValue): number {
  const nth = isJsonObject(input) ? Number(input.nthLatest ?? 1) : 1
  if (Number.isInteger(nth) && nth >= 1 && nth <= MOST_VERSIONS) return nth
  throw new RunnelError(
    'invalid_input',
    `The argument "nthLatest" must be a number from 1 to ${MOST_VERSIONS}. Call the tool again with it.`,
  )
}

/** A key stays behind the prefix of the author, whatever a model writes. */
function fullKey({ values, label }: Component, key: string): string {
  const prefix = readText(values, 'keyPrefix').trim()
  if (prefix.includes('#'))
    throw new RunnelError('invalid_input', `The key prefix of ${label} has a #. Leave it out.`)
  const full = prefix === '' ? key : `${prefix}#${key}`
  if (new TextEncoder().encode(full).length <= LONGEST_KEY) return full
  throw new RunnelError('invalid_input', `The argument "key" is longer than ${LONGEST_KEY} bytes.`)
}

interface Asked {
  action: string
  said: JsonObject
  call: CallContext
}

function ask(component: Component, { action, said, call }: Asked): Promise<JsonValue> {
  const { values, label } = component
  const TableName = readText(values, 'tableName').trim()
  if (TableName === '' || TableName === 'error')
    throw new RunnelError('invalid_input', `${label} has no table. Choose one in the node.`)
  const { sign, ...request } = dynamoRequest(values, action, { TableName, ...said })
  const effects = stores(component) ? 'write' : 'read'
  return askForJson(call, { ...request, effects, authorise: { component, apply: sign } }, { label })
}
