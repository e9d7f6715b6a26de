import { createHash, createHmac } from 'node:crypto'
import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import type { HttpReply } from '@runnel/node-kit'
import type { SentRequest } from '@runnel/node-kit/testing'

const REGION = 'eu-central-1'

/** A table of DynamoDB for those who sign with this secret: reads an item, and appends to its list. */
export function startFakeDynamo(accessKey: string, secret: string) {
  const sessions = new Map<string, JsonValue[]>()
  const add = (key: string, messages: JsonValue[]) =>
    void sessions.set(key, [...(sessions.get(key) ?? []), ...messages])

  const doings: Record<string, (session: string, body: JsonObject) => JsonObject> = {
    GetItem(session) {
      const messages = sessions.get(session)
      return messages ? { Item: { session: { S: session }, messages: { L: messages } } } : {}
    },
    UpdateItem(session, body) {
      const values = isJsonObject(body.ExpressionAttributeValues)
        ? body.ExpressionAttributeValues[':m']
        : undefined
      add(session, isJsonObject(values) && Array.isArray(values.L) ? values.L : [])
      return {}
    },
  }

  function answer(sent: SentRequest): HttpReply {
    const { body, headers } = sent
    const { authorization = '' } = headers
    const isKnown =
      authorization.includes(`Credential=${accessKey}/`) && authorization.endsWith(signatureOf(sent, secret))
    if (!isKnown) return reply({ __type: 'UnrecognizedClientException' }, 400)
    const doing = doings[headers['x-amz-target']?.replace('DynamoDB_20120810.', '') ?? '']
    if (!doing || !isJsonObject(body) || body.TableName !== 'talks') return reply({ __type: 'NotFound' }, 400)
    return reply(doing(textOf(body.Key, 'session'), body))
  }
  return {
    answer,
    store: (key: string, messages: string[]) =>
      add(
        key,
        messages.map((text) => JSON.parse(text)),
      ),
  }
}

function textOf(value: JsonValue | undefined, name: string): string {
  const part = isJsonObject(value) ? value[name] : undefined
  return isJsonObject(part) ? String(part.S) : ''
}

function reply(body: JsonObject, status = 200): HttpReply {
  return { status, headers: { 'content-type': 'application/x-amz-json-1.0' }, body: JSON.stringify(body) }
}

/** The Signature Version 4 of what came, computed anew. */
function signatureOf({ method, url, headers, text }: SentRequest, secret: string): string {
  const names = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1] ?? ''
  const time = headers['x-amz-date'] ?? ''
  const seen: Record<string, string> = { ...headers, host: url.host }
  const lines = names.split(';').map((name) => `${name}:${seen[name] ?? ''}`)
  const canonical = [method, url.pathname, '', ...lines, '', names, sha256(text)].join('\n')
  const scope = [time.slice(0, 8), REGION, 'dynamodb', 'aws4_request']
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return hmac(key, ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(canonical)].join('\n')).toString('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
