import type { JsonObject, JsonValue } from '@runnel/contract'
import { type LoadContext, type LoadOptions, listAt, textAt, valueAt } from '@runnel/node-kit'
import { dynamoRequest } from './dynamo-request.ts'

/** DynamoDB gives 100 tables at a time; each is looked at. */
const MOST_PAGES = 3

/** The tables of a region that have the keys of the tool; any other can be typed in. */
export const listTables: LoadOptions = async (context) => {
  if (!context.credential) return []
  const names: string[] = []
  let next = ''
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await ask(context, 'ListTables', next === '' ? {} : { ExclusiveStartTableName: next })
    const found = valueAt(answer, 'TableNames')
    if (Array.isArray(found)) names.push(...found.filter((name) => typeof name === 'string'))
    next = textAt(answer, 'LastEvaluatedTableName')
    if (next === '') break
  }
  const fit: string[] = []
  for (const name of names) if (await hasKeys(context, name)) fit.push(name)
  return fit.map((name) => ({ name, label: name }))
}

async function hasKeys(context: LoadContext, TableName: string): Promise<boolean> {
  const keys = listAt(await ask(context, 'DescribeTable', { TableName }), 'Table', 'KeySchema')
  const has = (name: string, type: string) =>
    keys.some((key) => key.AttributeName === name && key.KeyType === type)
  return has('pk', 'HASH') && has('sk', 'RANGE')
}

async function ask(
  { values, credential = {}, fetch, signal }: LoadContext,
  action: string,
  said: JsonObject,
): Promise<JsonValue> {
  const { sign, ...request } = dynamoRequest(values, action, said)
  const { headers = {} } = await sign(credential, { ...request, leavesAt: Date.now() })
  const { url, method, body } = request
  const response = await fetch(url, { method, body, headers: { ...request.headers, ...headers }, signal })
  if (!response.ok) throw new Error(`AWS DynamoDB answered with status ${response.status}.`)
  return (await response.json()) as JsonValue
}
