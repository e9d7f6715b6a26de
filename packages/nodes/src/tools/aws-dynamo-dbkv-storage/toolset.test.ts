import type { JsonObject } from '@runnel/contract'
import { expect, test } from 'vitest'
import { faultOfSignature } from '../fake-aws.fixture.ts'
import { openToolCase } from '../play-tool.fixture.ts'
import {
  dynamoAccount,
  fakeTable,
  awsDynamoDBKVStorageCase as tool,
} from './aws-dynamo-dbkv-storage.case.fixture.ts'
import { listTables } from './list-tables.ts'

test('what is stored is retrieved, with its earlier versions, behind the prefix', async () => {
  const kept: JsonObject[] = [
    { pk: { S: 'tea#green' }, sk: { S: '1' }, value: { S: 'hot' }, timestamp: { S: '1970' } },
  ]
  const table = { ...tool, server: fakeTable(kept) }
  const store = openToolCase(table, { values: { operation: 'store' } })
  const [offer] = await store.listTools()
  expect([offer?.name, offer?.effects]).toEqual(['dynamodb_kv_store', 'write'])
  const { content } = await store.ask({ key: 'green', value: 'seventy' })
  expect(content).toBe('The text is kept under “green” since 2026-01-02T12:00:00.000Z.')
  expect(store.http[0]?.effects).toBe('write')
  expect(kept[1]?.pk).toEqual({ S: 'tea#green' })
  const read = async (nthLatest: string) =>
    (await openToolCase(table).ask({ key: 'green', nthLatest })).content
  expect(await read('1')).toBe('{"value":"seventy","timestamp":"2026-01-02T12:00:00.000Z"}')
  expect(await read('2')).toBe('{"value":"hot","timestamp":"1970"}')
  expect(await read('3')).toBe('{"value":null,"timestamp":null}')
})

test.each([
  [{ tableName: '' }, 'has no table'],
  [{ keyPrefix: 'a#b' }, 'has a #'],
  [{ region: 'evil.example/' }, 'is no region of AWS'],
])('settings that lead nowhere are told before anybody is called: %j', async (values, says) => {
  const opened = openToolCase(tool, { values })
  expect((await opened.ask()).used.error).toContain(says)
  expect(opened.sent).toEqual([])
})

test('a text must be given to be stored', async () => {
  const opened = openToolCase(tool, { values: { operation: 'store' } })
  expect((await opened.ask({ key: 'green' })).used.error).toContain('"value" is missing')
})

test('the tables of a region are listed whose keys fit, page by page', async () => {
  const { awsKey, awsSecret, region } = dynamoAccount
  const pages: Record<string, object> = {
    '': { TableNames: ['notes', 'other'], LastEvaluatedTableName: 'other' },
    other: { TableNames: ['more'] },
  }
  const keysOf = (name: string) =>
    name === 'other'
      ? [{ AttributeName: 'id', KeyType: 'HASH' }]
      : [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ]
  const around = { values: { region }, catalogue: [], previousNodes: [], signal: AbortSignal.timeout(5000) }
  const fetch = async (
    address: string,
    {
      method = 'GET',
      headers = {},
      body = '',
    }: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ) => {
    const said = JSON.parse(body)
    const sent = { method, url: new URL(address), headers, body: said, text: body, leftAt: Date.now() }
    if (faultOfSignature(sent, dynamoAccount, Date.now())) return Response.json({}, { status: 400 })
    if (headers['x-amz-target']?.endsWith('.ListTables'))
      return Response.json(pages[said.ExclusiveStartTableName ?? ''])
    return Response.json({ Table: { KeySchema: keysOf(said.TableName) } })
  }
  const listed = await listTables({ ...around, fetch, credential: { awsKey, awsSecret } })
  expect(listed.map(({ name }) => name)).toEqual(['notes', 'more'])
  expect(await listTables({ ...around, fetch })).toEqual([])
  const wrong = listTables({ ...around, fetch, credential: { awsKey, awsSecret: 'other' } })
  await expect(wrong).rejects.toThrow('status 400')
})
