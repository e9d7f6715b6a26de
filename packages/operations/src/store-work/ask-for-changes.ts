import { isJsonObject } from '@runnel/contract'
import type { CallContext, HttpReply, HttpRequest } from '@runnel/node-kit'
import { hashJson } from './stored-store.ts'

/** An answer that is larger is not kept: its page is read whole each time. In characters. */
const LONGEST_KEPT = 2_000_000
/** All answers that are kept for one loader, in characters. */
const MOST_KEPT = 50_000_000
const NOT_MODIFIED = 304

/** A call context that asks servers only for what changed, and what it found out. */
export interface AskingForChanges {
  call: CallContext
  /** The answers that can be asked about the next time. */
  listPages(): { key: string; reply: string }[]
  pagesAsked(): number
  pagesUnchanged(): number
}

/**
 * Lays over a call context what servers said before: a page with an ETag or a date is asked for as changed since then, and
 * one that has not changed comes from what is kept. Requests that do more than read go out as they are.
 */
export function askForChanges(
  call: CallContext,
  known: readonly { key: string; reply: string }[],
): AskingForChanges {
  const before = new Map(known.map(({ key, reply }) => [key, reply]))
  const pages = new Map<string, string>()
  const counts = { asked: 0, unchanged: 0, kept: 0 }
  const keep = (key: string, reply: HttpReply) => {
    const text = JSON.stringify(reply)
    if (text.length > LONGEST_KEPT || counts.kept + text.length > MOST_KEPT) return
    counts.kept += text.length
    pages.set(key, text)
  }
  const ask = async (inner: CallContext, request: HttpRequest): Promise<HttpReply> => {
    if ((request.method ?? 'GET').toUpperCase() !== 'GET' || request.body !== undefined)
      return inner.http(request)
    counts.asked += 1
    const key = keyOf(request)
    const stored = before.get(key)
    const old = stored === undefined ? undefined : (JSON.parse(stored) as HttpReply)
    const conditions = old && conditionsOf(old)
    const reply = await inner.http(
      conditions ? { ...request, headers: { ...request.headers, ...conditions } } : request,
    )
    const isUnchanged = old !== undefined && reply.status === NOT_MODIFIED
    if (isUnchanged) counts.unchanged += 1
    const answer = isUnchanged ? { ...old, headers: { ...old.headers, ...validatorsOf(reply) } } : reply
    if (answer.status === 200 && conditionsOf(answer)) keep(key, withFewHeaders(answer))
    return answer
  }
  const lay = (inner: CallContext): CallContext => ({
    ...inner,
    http: (request) => ask(inner, request),
    each: (items, work, options) => inner.each(items, (item, own, at) => work(item, lay(own), at), options),
  })
  return {
    call: lay(call),
    listPages: () => [...pages].map(([key, reply]) => ({ key, reply })),
    pagesAsked: () => counts.asked,
    pagesUnchanged: () => counts.unchanged,
  }
}

/** One request is another one when its address, its headers or its credential are. */
function keyOf({ url, headers = {}, authorise }: HttpRequest): string {
  const credentials = authorise?.component.credentials
  return hashJson({ url, headers, credentials: isJsonObject(credentials) ? credentials : {} })
}

const VALIDATORS = ['etag', 'last-modified']

const validatorsOf = ({ headers }: HttpReply): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => VALIDATORS.includes(name.toLowerCase())))

/** Cookies and all else that a server says of one answer alone are not kept. */
function withFewHeaders(reply: HttpReply): HttpReply {
  const type = Object.entries(reply.headers).filter(([name]) => name.toLowerCase() === 'content-type')
  return { ...reply, headers: { ...Object.fromEntries(type), ...validatorsOf(reply) } }
}

/** How a server is asked whether it has something newer; undefined where it said nothing to ask by. */
function conditionsOf(reply: HttpReply): Record<string, string> | undefined {
  const told = validatorsOf(reply)
  const tag = told.etag
  const date = told['last-modified']
  if (tag === undefined && date === undefined) return undefined
  return {
    ...(tag !== undefined && { 'if-none-match': tag }),
    ...(date !== undefined && { 'if-modified-since': date }),
  }
}
