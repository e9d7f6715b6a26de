import type { JsonValue } from '@runnel/contract'
import { type FakeServer, jsonReply, type SentRequest, type ToolCase } from './tool-case.fixture.ts'

/** How a search engine is spoken to, and how it answers. */
interface SearchProtocol {
  host: string
  path: string
  method?: 'GET' | 'POST'
  /** Where it looks for the key and for the query. */
  keyOf?: (sent: SentRequest) => JsonValue | undefined
  queryOf: (sent: SentRequest) => JsonValue | undefined
  key?: string
  /** What else it wants, or refuses. */
  refuses?: (sent: SentRequest) => boolean
  /** Its answer, with this text as what a page says. */
  found: (snippet: string) => JsonValue
}

/** What the pages of fake servers say. */
export const SNIPPET = 'A red panda is no bear.'

/** A search engine that knows one query, and takes one key. */
export function fakeSearch(protocol: SearchProtocol): FakeServer {
  const { host, path, method = 'GET', key, keyOf, queryOf, refuses, found } = protocol
  return {
    hosts: [host],
    answer(sent) {
      if (sent.url.pathname !== path) return jsonReply({ error: 'No such path' }, 404)
      if (sent.method !== method) return jsonReply({ error: 'No such method' }, 405)
      if (keyOf && keyOf(sent) !== key) return jsonReply({ error: 'Bad key' }, 401)
      if (queryOf(sent) !== QUERY) return jsonReply({ error: 'No query' }, 422)
      if (refuses?.(sent)) return jsonReply({ error: 'Bad settings' }, 400)
      return jsonReply(found(SNIPPET))
    },
    huge: () => jsonReply(found('word '.repeat(100_000))),
  }
}

/** What the cases ask. */
export const QUERY = 'Is a red panda a bear?'

const missing = '"input" is missing'

/** What every search engine is asked, rightly and wrongly. */
export const asked: Pick<ToolCase, 'input' | 'says' | 'wrong'> = {
  input: { input: QUERY },
  says: SNIPPET,
  wrong: [
    [{}, missing],
    [{ input: '  ' }, missing],
    [{ input: ['a'] }, missing],
    [null, missing],
  ],
}
