import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** A PostgreSQL with pgvector on a free loopback port: PGlite, which lets everybody in. */
export interface TestVectorDatabase {
  port: number
  database: string
  query(statement: string): Promise<Record<string, unknown>[]>
  /** Does what the n-th insert from now on says as far as its end, and never answers. */
  holdInsert(n: number): void
  close(): Promise<void>
}

const TERMINATE = 0x58
const PARSE = 0x50
const READY = 0x5a
const IDLE = 'I'.charCodeAt(0)

/** Whole messages out of bytes; the first of a connection has no letter before its length. */
function readMessages(held: Buffer, isFirst: boolean): { messages: Buffer[]; rest: Buffer } {
  const messages: Buffer[] = []
  let rest = held
  let at = isFirst ? 0 : 1
  while (rest.length >= at + 4 && rest.length >= rest.readInt32BE(at) + at) {
    const end = rest.readInt32BE(at) + at
    messages.push(rest.subarray(0, end))
    rest = rest.subarray(end)
    at = 1
  }
  return { messages, rest }
}

/** Whether an answer leaves nothing begun. */
function endsInPeace(said: Buffer): boolean {
  return said.length >= 6 && said[said.length - 6] === READY && said.at(-1) === IDLE
}

/** It has one session: who began something has it until that has ended. */
function createTurns() {
  let holder: object | undefined
  let free: Promise<void> = Promise.resolve()
  let release: () => void = () => undefined
  return {
    async take(who: object) {
      while (holder !== undefined && holder !== who) await free
      if (holder === who) return
      holder = who
      free = new Promise((resolve) => {
        release = resolve
      })
    },
    holds: (who: object) => holder === who,
    leave() {
      holder = undefined
      release()
    },
  }
}

/** Starts one. */
export async function startVectorDatabase(port = 0): Promise<TestVectorDatabase> {
  // Loaded by those tests alone that start one.
  const { PGlite } = await import('@electric-sql/pglite')
  const { vector } = await import('@electric-sql/pglite-pgvector')
  const db = await PGlite.create({ extensions: { vector } })
  const sockets = new Set<Socket>()
  const turns = createTurns()
  let untilHeld = Number.POSITIVE_INFINITY

  async function answer(socket: Socket, message: Buffer): Promise<void> {
    if (message[0] === TERMINATE) return void socket.end()
    await turns.take(socket)
    const said = Buffer.from(await db.execProtocolRaw(new Uint8Array(message)))
    if (message[0] === PARSE && message.includes('INSERT INTO')) untilHeld -= 1
    if (endsInPeace(said)) turns.leave()
    const isHeld = untilHeld <= 0 && message.includes('COMMIT')
    if (isHeld) untilHeld = Number.POSITIVE_INFINITY
    else socket.write(said)
  }

  const server = createServer((socket) => {
    let held: Buffer = Buffer.alloc(0)
    let isFirst = true
    let work = Promise.resolve()
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (piece: Buffer) => {
      const { messages, rest } = readMessages(Buffer.concat([held, piece]), isFirst)
      held = rest
      if (messages.length > 0) isFirst = false
      for (const message of messages) work = work.then(() => answer(socket, message))
    })
    socket.on('close', () => {
      sockets.delete(socket)
      work = work.then(async () => {
        if (!turns.holds(socket)) return
        await db.exec('ROLLBACK')
        turns.leave()
      })
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    port: address.port,
    database: 'postgres',
    async query(statement) {
      const self = {}
      await turns.take(self)
      try {
        return (await db.query<Record<string, unknown>>(statement)).rows
      } finally {
        turns.leave()
      }
    },
    holdInsert(n) {
      untilHeld = n
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
      await db.close()
    },
  }
}
