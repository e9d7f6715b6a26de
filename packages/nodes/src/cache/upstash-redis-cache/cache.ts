import { isJsonObject } from '@runnel/contract'
import {
  askForJson,
  type CallContext,
  type Component,
  type ReplyCache,
  readServerBase,
} from '@runnel/node-kit'
import { nameReply, readReply, writeReply } from '../stored-replies.ts'

/** Keeps replies in a Redis of Upstash. */
export const keepInUpstash: ReplyCache = {
  find: async (component, key, call) => readReply(await run(component, call, ['GET', nameReply(key)])),
  async keep(component, { key, reply }, call) {
    const text = writeReply(reply)
    if (text !== undefined) await run(component, call, ['SET', nameReply(key), text])
  },
}

/** What is kept twice is the same: to keep it counts as reading, so that it may be done again. */
async function run(component: Component, call: CallContext, command: string[]) {
  const request = {
    url: '/',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(command),
    effects: 'read' as const,
    authorise: { component, apply: signIn },
  }
  const answer = await askForJson(call, request, { label: component.label })
  return isJsonObject(answer) ? answer.result : undefined
}

function signIn({ upstashConnectionUrl = '', upstashConnectionToken = '' }: Record<string, string>) {
  const base = readServerBase(upstashConnectionUrl, 'https://my-database.upstash.io')
  return { base, headers: { authorization: `Bearer ${upstashConnectionToken.trim()}` } }
}
