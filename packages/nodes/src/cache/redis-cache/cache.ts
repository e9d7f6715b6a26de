import type { RedisAnswer } from '@runnel/contract'
import { type CallContext, type Component, type ReplyCache, reachRedis, readNumber } from '@runnel/node-kit'
import { nameReply, readReply, writeReply } from '../stored-replies.ts'

/** Keeps replies in a Redis. */
export const keepInRedis: ReplyCache = {
  async find(component, key, call) {
    const [text] = await run(component, call, ['GET', nameReply(key)])
    return readReply(text)
  },
  async keep(component, { key, reply }, call) {
    const text = writeReply(reply)
    if (text === undefined) return
    const life = Math.floor(readNumber(component.values, 'ttl') ?? 0)
    const expiry = life > 0 ? ['PX', String(life)] : []
    await run(component, call, ['SET', nameReply(key), text, ...expiry])
  },
}

/** What is kept twice is the same: to keep it counts as reading, so that it may be done again. */
function run(component: Component, call: CallContext, command: string[]): Promise<RedisAnswer> {
  return call.dataServer.ask(
    'redis',
    { component, reach: reachRedis, effects: 'read' },
    { commands: [command] },
  )
}
