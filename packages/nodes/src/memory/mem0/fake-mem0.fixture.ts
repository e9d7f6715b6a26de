import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import type { HttpReply } from '@runnel/node-kit'
import type { SentRequest } from '@runnel/node-kit/testing'

const OWNERS = ['user_id', 'agent_id', 'app_id', 'run_id']

const reply = (body: JsonValue, status = 200): HttpReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** A Mem0 in memory, which learns what is said word by word; the real one has a model write facts. */
export function startFakeMem0(key: string) {
  const kept: { owner: string; fact: JsonValue }[] = []
  const keep = (owner: string, facts: JsonValue[]) =>
    void kept.push(...facts.map((fact) => ({ owner, fact })))

  function learn(owner: string, { messages }: JsonObject): HttpReply {
    const said = Array.isArray(messages) ? messages.filter(isJsonObject) : []
    const isFit = said.every(({ role, content }) => role !== 'system' && typeof content === 'string')
    if (!isFit || said.length === 0) return reply({ messages: ['This field is required.'] }, 400)
    keep(
      owner,
      said.map(({ content = '' }) => ({ id: String(kept.length), memory: content })),
    )
    return reply(said.map(({ content = '' }) => ({ id: '1', event: 'ADD', data: { memory: content } })))
  }

  const find = (owner: string) => reply(kept.flatMap((each) => (each.owner === owner ? [each.fact] : [])))

  return {
    store: (session: string, facts: string[]) =>
      keep(
        `user_id=${session}`,
        facts.map((fact) => JSON.parse(fact) as JsonValue),
      ),
    answer(sent: SentRequest): HttpReply {
      if (sent.headers.authorization !== `Token ${key}`) return reply({ detail: 'Invalid API key.' }, 401)
      const asked = readAsked(sent)
      const owner = nameOwner(asked)
      if (owner === '') return reply({ error: 'At least one of the filters is required.' }, 400)
      const { query } = asked
      switch (`${sent.method} ${sent.url.pathname}`) {
        case 'POST /v1/memories/':
          return learn(owner, asked)
        case 'POST /v1/memories/search/':
          return query === undefined ? reply({ query: ['This field is required.'] }, 400) : find(owner)
        case 'GET /v1/memories/':
          return find(owner)
        default:
          return reply({}, 404)
      }
    },
  }
}

function readAsked({ method, url, body }: SentRequest): JsonObject {
  if (method === 'GET') return Object.fromEntries(url.searchParams)
  return isJsonObject(body) ? body : {}
}

function nameOwner(asked: JsonObject): string {
  return OWNERS.flatMap((name) => (name in asked ? [`${name}=${String(asked[name])}`] : [])).join('&')
}
