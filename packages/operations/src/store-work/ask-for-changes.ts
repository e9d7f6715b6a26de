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
  const pages = keepPages()
  const counts = { asked: 0, unchanged: 0 }
  const ask = async (inner: CallContext, request: HttpRequest): Promise<HttpReply> => {
    if (!onlyReads(request)) return inner.http(request)
    counts.asked += 1
    const key = keyOf(request)
    const answer = await askAbout(inner, request, before.get(key))
    if (answer.isUnchanged) counts.unchanged += 1
    pages.keep(key, answer.reply)
    return answer.reply
  }
  const lay = (inner: CallContext): CallContext => ({
    ...inner,
    http: (request) => ask(inner, request),
    each: (items, work, options) => inner.each(items, (item, own, at) => work(item, lay(own), at), options),
  })
  return {
    call: lay(call),
    listPages: pages.list,
    pagesAsked: () => counts.asked,
    pagesUnchanged: () => counts.unchanged,
  }
}

const onlyReads = ({ method = 'GET', body }: HttpRequest) =>
  method.toUpperCase() === 'GET' && body === undefined

/** Asks for a page, or whether it is another one than the one that is kept. */
async function askAbout(
  call: CallContext,
  request: HttpRequest,
  stored: string | undefined,
): Promise<{ reply: HttpReply; isUnchanged: boolean }> {
  if (stored === undefined) return { reply: await call.http(request), isUnchanged: false }
  const old = JSON.parse(stored) as HttpReply
  const reply = await call.http({ ...request, headers: { ...request.headers, ...conditionsOf(old) } })
  if (reply.status !== NOT_MODIFIED) return { reply, isUnchanged: false }
  return { reply: { ...old, headers: { ...old.headers, ...validatorsOf(reply) } }, isUnchanged: true }
}

/** Keeps answers that can be asked about the next time, as many as there is room for. */
function keepPages() {
  const pages = new Map<string, string>()
  let kept = 0
  return {
    keep(key: string, reply: HttpReply): void {
      if (reply.status !== 200 || conditionsOf(reply) === undefined) return
      const text = JSON.stringify(withFewHeaders(reply))
      if (text.length > LONGEST_KEPT || kept + text.length > MOST_KEPT) return
      kept += text.length
      pages.set(key, text)
    },
    list: () => [...pages].map(([key, reply]) => ({ key, reply })),
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
