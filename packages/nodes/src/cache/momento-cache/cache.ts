import { RunnelError } from '@runnel/contract'
import {
  askServer,
  type CallContext,
  type Component,
  type ReadCall,
  type ReplyCache,
  readServerBase,
} from '@runnel/node-kit'
import { nameReply, readReply, writeReply } from '../stored-replies.ts'

const SECONDS = 24 * 60 * 60

/** Keeps replies at Momento, by its HTTP interface. */
export const keepAtMomento: ReplyCache = {
  async find(component, key, call) {
    const { status, body, isBase64 } = await ask(component, call, {
      method: 'GET',
      query: { key: nameReply(key) },
    })
    return status === 404 ? undefined : readReply(isBase64 === true ? decodeBase64(body) : body)
  },
  async keep(component, { key, reply }, call) {
    const body = writeReply(reply)
    if (body === undefined) return
    const query = { key: nameReply(key), ttl_seconds: String(SECONDS) }
    await ask(component, call, { method: 'PUT', query, body })
  },
}

interface MomentoRequest {
  method: 'GET' | 'PUT'
  query: Record<string, string>
  body?: string
}

/** What is kept twice is the same: to keep it counts as reading, so that it may be done again. */
function ask(component: Component, call: CallContext, { query, ...request }: MomentoRequest) {
  const url = `?${new URLSearchParams(query)}`
  const whole = { ...request, url, effects: 'read' as const, authorise: { component, apply: signIn } }
  return askServer(call, whole, { label: component.label, answers: [404] })
}

function signIn({ momentoCache = '', momentoApiKey = '', momentoEndpoint = '' }: Record<string, string>) {
  const name = momentoCache.trim()
  if (name === '')
    throw new RunnelError('missing_credential', 'The credential of Momento names no cache. Write it there.')
  const endpoint = readServerBase(
    momentoEndpoint,
    'https://api.cache.cell-4-us-west-2-1.prod.a.momentohq.com',
  )
  return {
    base: `${endpoint}/cache/${encodeURIComponent(name)}`,
    headers: { authorization: momentoApiKey.trim() },
  }
}

/** Looks for something that is not there: who may look is told so by 404. */
export function testMomento(fields: Record<string, string>): ReadCall {
  const { base, headers } = signIn(fields)
  return { url: `${base}?key=runnel`, headers, takenAt: [404] }
}

/** A body whose type the server does not say comes as bytes. */
function decodeBase64(text: string): string {
  return new TextDecoder().decode(Uint8Array.fromBase64(text))
}
