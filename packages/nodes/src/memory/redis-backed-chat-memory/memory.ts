import { type Component, type Memory, reachRedis, readNumber } from '@runnel/node-kit'
import { keepCommands, listCommand, readList } from '../redis-list.ts'
import { nameOutsideSession } from '../stored-messages.ts'

/** A conversation as a list of Redis, the newest message first, as Flowise and LangChain keep it. */
export const redisMemory: Memory = {
  async recall(component, call) {
    const exchanges = Math.max(0, Math.floor(readNumber(component.values, 'windowSize') ?? 0))
    const commands = [listCommand(nameOutsideSession(call.run), exchanges * 2)]
    const [stored] = await call.dataServer.ask('redis', targetOf(component, 'read'), { commands })
    return readList(stored)
  },
  async keep(component, exchange, call) {
    const commands = keepCommands(nameOutsideSession(call.run), exchange, component.values)
    await call.dataServer.ask('redis', targetOf(component, 'write'), { commands })
  },
}

function targetOf(component: Component, effects: 'read' | 'write') {
  return { component, reach: reachRedis, effects }
}
