import { isJsonObject, type JsonValue } from '@runnel/contract'
import { type FakeServer, jsonReply, type SentRequest, textReply } from './tool-case.fixture.ts'

/** A server that keeps items, for the tools that send requests: `/items/7` can be read, changed and deleted. */
export const fakeItems: FakeServer = {
  hosts: ['items.example'],
  answer(sent) {
    if (sent.headers.authorization !== 'Bearer of-the-author')
      return jsonReply({ error: 'Who are you?' }, 401)
    const { pathname } = sent.url
    if (sent.method === 'POST' && pathname === '/items') return create(sent)
    if (pathname !== '/items/7') return jsonReply({ error: 'No such item' }, 404)
    if (sent.method === 'PUT') return create(sent)
    if (sent.method === 'DELETE') return { status: 204, headers: {}, body: '' }
    return jsonReply({ id: 7, fields: sent.url.searchParams.get('fields') })
  },
  huge: () => textReply('word '.repeat(100_000)),
  answersAnything: true,
}

function create({ body, headers }: SentRequest) {
  if (headers['content-type'] !== 'application/json') return jsonReply({ error: 'JSON only' }, 415)
  if (!isJsonObject(body) || typeof body.count !== 'number') return jsonReply({ error: 'No count' }, 422)
  const kept: JsonValue = { id: 7, ...body }
  return jsonReply(kept, 201)
}

/** The headers that the author of the cases wrote. */
export const authorHeaders = '{"Authorization": "Bearer of-the-author"}'

/** What a model may say of an item's body. */
export const itemSchema =
  '{"count": {"type": "number", "required": true, "description": "How many"}, "note": {"type": "string"}}'
