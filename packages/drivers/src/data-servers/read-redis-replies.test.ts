import { createHook } from 'node:async_hooks'
import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { RedisRefusal, readRedisReplies } from './read-redis-replies.ts'
import { SocketReader } from './socket-reader.ts'

/** A reader of a socket that says what the test says. */
function openReader() {
  const socket = Object.assign(new EventEmitter(), { destroyed: false, destroy: () => undefined })
  const reader = new SocketReader(socket as unknown as Socket, 'redis')
  reader.begin()
  return { reader, say: (bytes: Buffer) => void socket.emit('data', bytes) }
}

const TEXT = 'Grün\r\n☕'
const SAID = Buffer.from(
  `*6\r\n$${Buffer.byteLength(TEXT)}\r\n${TEXT}\r\n:-7\r\n:9007199254740993\r\n*0\r\n*2\r\n*-1\r\n*1\r\n$0\r\n\r\n-ERR tea\r\n+OK\r\n$-1\r\n`,
)
const REPLIES = [[TEXT, -7, '9007199254740993', [], [null, ['']], new RedisRefusal('ERR tea')], 'OK', null]

test('replies are the same wherever their bytes are parted', async () => {
  for (let first = 0; first <= SAID.length; first += 1) {
    const { reader, say } = openReader()
    say(SAID.subarray(0, first))
    const reading = readRedisReplies(reader, 'redis', { count: 3 })
    await Promise.resolve()
    say(SAID.subarray(first))
    expect(await reading).toEqual(REPLIES)
    expect(reader.isQuiet).toBe(true)
  }
})

test('replies that come byte by byte are read, as they come and when all are here', async () => {
  const { reader, say } = openReader()
  const reading = readRedisReplies(reader, 'redis', { count: 3 })
  for (const byte of SAID) {
    say(Buffer.of(byte))
    await Promise.resolve()
  }
  for (const byte of SAID) say(Buffer.of(byte))
  expect(await reading).toEqual(REPLIES)
  expect(await readRedisReplies(reader, 'redis', { count: 3 })).toEqual(REPLIES)
})

test('a long answer makes no promise for each entry, and lets others have the thread in between', async () => {
  const { reader, say } = openReader()
  say(Buffer.from(`*50000\r\n${'$3\r\ntea\r\n'.repeat(50_000)}`))
  let promises = 0
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const hook = createHook({
    init(_id, type) {
      if (type === 'PROMISE') promises += 1
    },
  }).enable()
  const [list] = await readRedisReplies(reader, 'redis', { count: 1 })
  hook.disable()
  isOver = true
  expect(list).toHaveLength(50_000)
  expect(turns).toBeGreaterThanOrEqual(25)
  expect(promises).toBeLessThan(1000)
})

test.each([
  ['inside one list', `*50\r\n${`*1000\r\n${':1\r\n'.repeat(1000)}`.repeat(50)}`, 1],
  ['of several replies', `*25001\r\n${':1\r\n'.repeat(25_001)}`.repeat(2), 2],
])('entries are counted over all lists %s', async (_where, said, count) => {
  const { reader, say } = openReader()
  say(Buffer.from(said))
  await expect(readRedisReplies(reader, 'redis', { count })).rejects.toThrow('more than 50000 entries')
})
