import { type RedisAnswer, RunnelError } from '@runnel/contract'
import { createFakeLists } from '../fake-redis.fixture.ts'
import type { AskedServer } from '../outside-memories.fixture.ts'

/** A Redis of which only those know something who sign in. */
export function startFakeRedis(password: string) {
  const { lives, store, run } = createFakeLists()
  return {
    lives,
    store,
    ask({ protocol, address, question }: AskedServer): RedisAnswer {
      if (protocol !== 'redis') throw new RunnelError('upstream_error', 'It does not answer as a Redis does.')
      if (address.password !== password) throw new RunnelError('upstream_error', 'It refused: WRONGPASS.')
      return question.commands.map((command) => {
        const done = run(command.map(String))
        if ('result' in done) return done.result
        throw new RunnelError('upstream_error', `It refused: ${done.error}.`)
      })
    },
  }
}
