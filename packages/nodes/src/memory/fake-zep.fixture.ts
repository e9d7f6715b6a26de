import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import type { HttpReply } from '@runnel/node-kit'
import type { SentRequest } from '@runnel/node-kit/testing'

/** How one Zep differs from another. */
interface FakeZep {
  authorization: string
  /** What stands before the session in its paths. */
  path: string
  /** What it says when messages were kept: the server a word, the cloud an object. */
  said: string
  /** A message without these is refused. */
  fields: string[]
  wants: (query: URLSearchParams) => boolean
}

/** A Zep in memory. */
export function startFakeZep({ authorization, path, said, fields, wants }: FakeZep) {
  const sessions = new Map<string, JsonValue[]>()

  function keep(session: string, body: JsonValue | undefined): HttpReply {
    const messages = isJsonObject(body) && Array.isArray(body.messages) ? body.messages : []
    const isFit = messages.every((each) => isJsonObject(each) && fields.every((name) => name in each))
    if (!isFit || messages.length === 0) return reply('{"message":"bad request"}', 400)
    sessions.set(session, [...(sessions.get(session) ?? []), ...messages])
    return reply(said)
  }

  return {
    store: (session: string, messages: string[]) =>
      void sessions.set(
        session,
        messages.map((message) => JSON.parse(message) as JsonObject),
      ),
    answer({ method, url, headers, body }: SentRequest): HttpReply {
      if (headers.authorization !== authorization) return reply('{"message":"unauthorized"}', 401)
      const [before = '', session = '', after = ''] = url.pathname.split(/(?<=sessions)\/|\/(?=memory$)/)
      if (before !== path || after !== 'memory') return reply('404 page not found', 404)
      const name = decodeURIComponent(session)
      if (method === 'POST') return keep(name, body)
      const messages = sessions.get(name)
      if (!messages || !wants(url.searchParams)) return reply('{"message":"not found"}', 404)
      return reply(JSON.stringify({ messages, summary: null }))
    },
  }
}

const reply = (body: string, status = 200): HttpReply => ({ status, headers: {}, body })
