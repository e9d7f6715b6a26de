import type { Socket } from 'node:net'
import {
  type JsonValue,
  type RedisAddress,
  type RedisQuestion,
  type RedisWord,
  RunnelError,
} from '@runnel/contract'
import type { Egress } from '../egress/create-egress.ts'
import { UpstreamError } from '../egress/upstream-error.ts'
import type { DataConnection } from './data-servers.ts'
import { nameServer } from './name-server.ts'
import { RedisRefusal, type RedisReply, readRedisReplies } from './read-redis-replies.ts'
import { signIn } from './sign-in.ts'
import { SocketReader } from './socket-reader.ts'

const LONGEST_REASON = 300

/** How a Redis refuses an account, by the first word of what it says. */
const OF_THE_ACCOUNT = ['WRONGPASS', 'NOAUTH', 'NOPERM']

/** Connects to a Redis and signs in. @throws RunnelError `upstream_error` when the account is refused */
export async function openRedis(
  address: RedisAddress,
  { connect }: Pick<Egress, 'connect'>,
  signal: AbortSignal,
): Promise<DataConnection<'redis'>> {
  const socket = await connect(address, signal)
  const connection = speakRedis(socket, nameServer(address))
  return signIn(socket, signal, async () => {
    for (const command of greetings(address)) await connection.ask({ commands: [command] })
    return connection
  })
}

/** Speaks RESP 2. */
function speakRedis(socket: Socket, name: string): DataConnection<'redis'> {
  const reader = new SocketReader(socket, name)

  /** Sends commands at once and reads as many replies. */
  function exchange({ commands, asBytes = false }: RedisQuestion): Promise<RedisReply[]> {
    reader.begin()
    socket.write(Buffer.concat(commands.flatMap(encode)))
    return readRedisReplies(reader, name, { count: commands.length, asBytes })
  }

  async function ask({ commands, ...how }: RedisQuestion): Promise<JsonValue[]> {
    if (commands.length <= 1)
      return (await exchange({ commands, ...how })).map((reply) => readValue(reply, name))
    const replies = await exchange({ commands: [['MULTI'], ...commands, ['EXEC']], ...how })
    const done = replies.map((reply, index) => (index < replies.length - 1 ? readValue(reply, name) : reply))
    const results = readValue(done.at(-1) ?? null, name)
    if (Array.isArray(results) && results.length === commands.length) return results
    throw new RunnelError('upstream_error', `${name} did not run the commands.`)
  }

  return {
    get isOpen() {
      return reader.isQuiet
    },
    async ask(question) {
      try {
        return await ask(question)
      } catch (error) {
        if (error instanceof UpstreamError || !reader.isQuiet) socket.destroy()
        throw error
      }
    },
    close: () => void socket.destroy(),
  }
}

function greetings({ user, password, database = 0 }: RedisAddress): string[][] {
  const signIn = password === undefined ? [] : [['AUTH', ...(user === undefined ? [] : [user]), password]]
  return database === 0 ? signIn : [...signIn, ['SELECT', String(database)]]
}

function encode(words: RedisWord[]): Buffer[] {
  const told = words.flatMap((word) => {
    const bytes = typeof word === 'string' ? Buffer.from(word) : encodeFloats(word.floats)
    return [Buffer.from(`$${bytes.length}\r\n`), bytes, END]
  })
  return [Buffer.from(`*${words.length}\r\n`), ...told]
}

const END = Buffer.from('\r\n')

function encodeFloats(floats: readonly number[]): Buffer {
  const bytes = Buffer.alloc(floats.length * 4)
  for (const [at, float] of floats.entries()) bytes.writeFloatLE(float, at * 4)
  return bytes
}

/** A reply without refusals. @throws RunnelError `upstream_error` with the first one in it */
function readValue(reply: RedisReply, name: string): JsonValue {
  if (reply instanceof RedisRefusal) throw describe(reply, name)
  return Array.isArray(reply) ? reply.map((each) => readValue(each, name)) : reply
}

function describe({ words }: RedisRefusal, name: string): RunnelError {
  const told = words.slice(0, LONGEST_REASON).replace(/\.$/, '')
  const advice = OF_THE_ACCOUNT.includes(words.split(' ', 1)[0] ?? '')
    ? ' Check the name and the password of the credential.'
    : ''
  return new RunnelError('upstream_error', `${name} refused: ${told}.${advice}`)
}
