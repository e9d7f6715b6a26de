import {
  type HistoryMessage,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  RunnelError,
} from '@runnel/contract'
import {
  askForJson,
  awsHost,
  type CallContext,
  type Component,
  type LeavingRequest,
  type Memory,
  type RecalledMessage,
  readAwsRegion,
  readText,
  signAws,
} from '@runnel/node-kit'
import { nameOutsideSession, readStoredMessage, writeStoredMessage } from '../stored-messages.ts'

const ATTRIBUTE = 'messages'

/** A conversation as an item of DynamoDB with a list of messages, the oldest first, as Flowise and LangChain keep it. */
export const dynamoMemory: Memory = {
  async recall(component, call) {
    const { Item: item } = await ask(component, call, { action: 'GetItem', body: {} })
    const list = isJsonObject(item) ? item[ATTRIBUTE] : undefined
    const messages = isJsonObject(list) && Array.isArray(list.L) ? list.L : []
    return messages.flatMap(readItem)
  },
  async keep(component, exchange, call) {
    const body = {
      ExpressionAttributeNames: { '#m': ATTRIBUTE },
      ExpressionAttributeValues: { ':none': { L: [] }, ':m': { L: exchange.map(writeItem) } },
      UpdateExpression: 'SET #m = list_append(if_not_exists(#m, :none), :m)',
    }
    await ask(component, call, { action: 'UpdateItem', body })
  },
}

/** Asks DynamoDB about the item of the session. */
async function ask(
  component: Component,
  call: CallContext,
  { action, body }: { action: 'GetItem' | 'UpdateItem'; body: JsonObject },
): Promise<JsonObject> {
  const region = readAwsRegion(component.values)
  const key = { [readName(component, 'partitionKey', 'partition key')]: { S: nameOutsideSession(call.run) } }
  const request = {
    url: `https://${awsHost('dynamodb', region)}/`,
    method: 'POST',
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `DynamoDB_20120810.${action}` },
    body: JSON.stringify({ TableName: readName(component, 'tableName', 'table'), Key: key, ...body }),
    effects: action === 'GetItem' ? ('read' as const) : ('write' as const),
    authorise: { component, apply: signer(region) },
  }
  const answer = await askForJson(call, request, { label: component.label })
  if (isJsonObject(answer)) return answer
  throw new RunnelError('upstream_error', `${component.label} gave an answer that cannot be read.`)
}

function signer(region: string) {
  const sign = signAws('dynamodb', region)
  return ({ accessKey = '', secretAccessKey = '' }: Record<string, string>, request: LeavingRequest) =>
    sign({ awsKey: accessKey, awsSecret: secretAccessKey }, request)
}

/** A message as an item has it: who said it, and what. */
function writeItem(message: HistoryMessage): JsonObject {
  const { type, data } = JSON.parse(writeStoredMessage(message)) as {
    type: string
    data: { content: string }
  }
  return { M: { type: { S: type }, text: { S: data.content } } }
}

function readItem(item: JsonValue): RecalledMessage[] {
  const parts = isJsonObject(item) && isJsonObject(item.M) ? item.M : {}
  const [type, content] = [parts.type, parts.text].map((part) => (isJsonObject(part) ? part.S : undefined))
  return readStoredMessage({ type: type ?? null, data: { content: content ?? null } })
}

function readName({ values, label }: Component, param: string, what: string): string {
  const name = readText(values, param).trim()
  if (name !== '') return name
  throw new RunnelError('invalid_input', `${label} names no ${what}. Write it into the node.`)
}
