import type { FastifyReply, FastifyRequest } from 'fastify'

/** Query fields of paging. */
export interface Paging {
  page?: number | undefined
  limit?: number | undefined
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
    const path = call.request.url.split('?')[0]
    call.reply.header('Link', `<${path}?page=2&limit=200>; rel="next"`)
  }
  return list.rows
}

/** The revision of an `If-Match` header; undefined when there is none or it is no number. */
export function expectedRevision(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']
  const match = /^(?:W\/)?"?(\d{1,12})"?$/.exec(header ?? '')
  return match ? Number(match[1]) : undefined
}
