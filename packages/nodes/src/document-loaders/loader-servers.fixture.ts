import type { JsonValue } from '@runnel/contract'
import type { HttpReply } from '@runnel/node-kit'
import { jsonReply, notFound, type SentRequest, textReply } from './loader-case.fixture.ts'

/** What who has no key is told. */
export const refused: HttpReply = { status: 401, headers: {}, body: 'Who are you?' }

/** Answers by path, for who has the key. */
export function byPath(
  pages: Record<string, JsonValue | HttpReply>,
  isKnown: (sent: SentRequest) => boolean = () => true,
): (sent: SentRequest) => HttpReply {
  return (sent) => {
    if (!isKnown(sent)) return refused
    const page = pages[sent.url.pathname + sent.url.search] ?? pages[sent.url.pathname]
    if (page === undefined) return notFound
    return isReply(page) ? page : jsonReply(page)
  }
}

function isReply(value: JsonValue | HttpReply): value is HttpReply {
  return typeof value === 'object' && value !== null && 'status' in value && 'body' in value
}

/** Whether a request brings a token. */
export const bearer = (token: string) => (sent: SentRequest) =>
  sent.headers.authorization === `Bearer ${token}`
/** Whether a request brings a name and a password. */
export const basic = (pair: string) => (sent: SentRequest) =>
  sent.headers.authorization === `Basic ${btoa(pair)}`
/** A page of the web. */
export const page = (body: string) =>
  textReply(`<html><head><title>Tea</title></head><body>${body}</body></html>`)
