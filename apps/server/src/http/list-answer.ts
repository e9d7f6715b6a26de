import { RunnelError } from '@runnel/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Query fields of paging. */
export interface Paging {
  page?: number | undefined
  limit?: number | undefined
}

/** The address of the second page of the same list, with its filters. */
function nextAddress(url: string, limit: number): string {
  const [path, query] = url.split('?')
  const params = new URLSearchParams(query)
  params.set('page', '2')
  params.set('limit', String(limit))
  return `${path}?${params}`
}

/**
 * A list as the reference answers it: with both `page` and `limit` the rows and their number, otherwise the bare rows
 * (at most 200) with `X-Total-Count`, and `Link` to the next ones.
 */
export function answerList<T>(
  call: { query: Paging; request: FastifyRequest; reply: FastifyReply },
  list: { rows: T[]; total: number },
): T[] | { data: T[]; total: number } {
  const { page, limit } = call.query
  if (page !== undefined && limit !== undefined) return { data: list.rows, total: list.total }
  call.reply.header('X-Total-Count', String(list.total))
  if (list.total > list.rows.length) {
    call.reply.header('Link', `<${nextAddress(call.request.url, list.rows.length)}>; rel="next"`)
  }
  return list.rows
}

/** As `answerList`, for routes that also answer one row by its id. */
export function answerOneOrList<One, T>(
  call: Parameters<typeof answerList>[0],
  answer: { one: One } | { rows: T[]; total: number },
): One | ReturnType<typeof answerList<T>> {
  return 'one' in answer ? answer.one : answerList(call, answer)
}

/**
 * The revision of an `If-Match` header; undefined when there is none, or `*`. One that cannot be read is refused: its
 * sender wants a conditional save and must not get another.
 * @throws RunnelError `invalid_input`
 */
export function expectedRevision(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']?.trim()
  if (header === undefined || header === '*') return undefined
  const match = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header)
  if (match) return Number(match[1])
  const message = 'must be the revision of the last answer, such as "3"'
  throw new RunnelError('invalid_input', `If-Match: ${message}`, { issues: [{ path: 'If-Match', message }] })
}
