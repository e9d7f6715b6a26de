import { isJsonObject, type JsonObject } from '@runnel/contract'
import { textAt } from '@runnel/node-kit'
import type { SentRequest } from '@runnel/node-kit/testing'
import { type AwsAccount, faultOfSignature } from '../fake-aws.fixture.ts'
import { type FakeServer, type ToolCase, textReply } from '../tool-case.fixture.ts'

/** An account of AWS with one table. */
export const dynamoAccount: AwsAccount = {
  awsKey: 'AKIDTESTTESTTEST',
  awsSecret: 'test-secret-of-aws',
  service: 'dynamodb',
  region: 'eu-central-1',
}

/** As DynamoDB answers: JSON under a type of its own. */
const told = (body: JsonObject, status = 200) => ({
  ...textReply(JSON.stringify(body), 'application/x-amz-json-1.0'),
  status,
})

const refused = (status: number, type: string, message = type) =>
  told({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message }, status)

/** A table with the keys `pk` and `sk`, which keeps what it is given. */
export function fakeTable(kept: JsonObject[] = []): FakeServer {
  return {
    hosts: ['dynamodb.eu-central-1.amazonaws.com'],
    answer(sent: SentRequest) {
      const fault = faultOfSignature(sent, dynamoAccount, sent.leftAt)
      if (fault !== undefined) return refused(403, fault)
      const said = isJsonObject(sent.body) ? sent.body : {}
      if (said.TableName !== 'notes') return refused(400, 'ResourceNotFoundException')
      const [, action] = (sent.headers['x-amz-target'] ?? '').split('.')
      if (action === 'PutItem') return put(kept, said)
      if (action === 'Query') return query(kept, said)
      return refused(400, 'UnknownOperationException')
    },
    huge: () => told({ Items: [{ value: { S: 'word '.repeat(50_000) } }] }),
  }
}

function put(kept: JsonObject[], { Item }: JsonObject) {
  const item = isJsonObject(Item ?? null) ? (Item as JsonObject) : {}
  if (textAt(item, 'pk', 'S') === '' || textAt(item, 'sk', 'S') === '')
    return refused(400, 'ValidationException', 'Missing the key pk in the item')
  kept.push(item)
  return told({})
}

function query(kept: JsonObject[], said: JsonObject) {
  if (said.KeyConditionExpression !== 'pk = :pk') return refused(400, 'ValidationException')
  const key = textAt(said, 'ExpressionAttributeValues', ':pk', 'S')
  const found = kept.filter((item) => textAt(item, 'pk', 'S') === key)
  const sorted = found.toSorted((a, b) => Number(textAt(b, 'sk', 'S')) - Number(textAt(a, 'sk', 'S')))
  return told({ Items: sorted.slice(0, Number(said.Limit)) })
}

/** DynamoDB in the tests of the family. */
export const awsDynamoDBKVStorageCase: ToolCase = {
  node: 'awsDynamoDBKVStorage',
  values: { region: 'eu-central-1', tableName: 'notes', operation: 'retrieve', keyPrefix: 'tea' },
  credential: { awsKey: dynamoAccount.awsKey, awsSecret: dynamoAccount.awsSecret },
  input: { key: 'green' },
  says: '"value":"seventy degrees "',
  wrong: [
    [{}, '"key" is missing'],
    [{ key: 'green', nthLatest: '0' }, '"nthLatest" must be a number'],
    [{ key: 'x'.repeat(2_048) }, 'is longer than 2048 bytes'],
  ],
  server: fakeTable([
    { pk: { S: 'tea#green' }, sk: { S: '1' }, value: { S: 'hot' }, timestamp: { S: '1970' } },
    { pk: { S: 'tea#green' }, sk: { S: '2' }, value: { S: 'seventy degrees ' }, timestamp: { S: '1971' } },
  ]),
}
