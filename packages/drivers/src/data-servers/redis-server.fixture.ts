import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** A small Redis on a free loopback port that speaks RESP 2: texts, lists, transactions, accounts. */
export interface TestRedis {
  port: number
  /** Every command that came, in order. */
  commands: string[][]
  /** All bytes that came. */
  received(): Buffer
  /** Connections that stand now. */
  open(): number
  /** Connections that were ever made. */
  made(): number
  /** Ends the connections of all clients. */
  cut(): void
  close(): Promise<void>
}

/** What a server says in place of an answer. */
export interface RedisManners {
  password?: string
  /** Bytes that are said to a command; undefined where it is answered as ever, null where never. */
  say?: (command: string[]) => string | Buffer | null | undefined
}

const bulk = (text: string | undefined) =>
  text === undefined ? '$-1\r\n' : `$${Buffer.byteLength(text)}\r\n${text}\r\n`
const list = (replies: string[]) => `*${replies.length}\r\n${replies.join('')}`

type Run = (command: string[]) => string

/** What all connections of a server see. */
function createStore(): Run {
  const texts = new Map<string, string>()
  const lists = new Map<string, string[]>()
  const doings: Record<string, (key: string, rest: string[]) => string> = {
    PING: () => '+PONG\r\n',
    SELECT: () => '+OK\r\n',
    EXPIRE: () => ':1\r\n',
    GET: (key) => bulk(texts.get(key)),
    SET(key, [value = '']) {
      texts.set(key, value)
      return '+OK\r\n'
    },
    LPUSH(key, values) {
      if (texts.has(key)) return '-WRONGTYPE Operation against a key holding the wrong kind of value\r\n'
      const all = [...values.toReversed(), ...(lists.get(key) ?? [])]
      lists.set(key, all)
      return `:${all.length}\r\n`
    },
    LRANGE: (key, [, last]) =>
      list((lists.get(key) ?? []).slice(0, last === '-1' ? undefined : Number(last) + 1).map(bulk)),
  }
  return ([name = '', key = '', ...rest]) => doings[name]?.(key, rest) ?? `-ERR unknown command '${name}'\r\n`
}

/** A connection: what it answers depends on whether it signed in, and on a transaction that it began. */
function openSession(run: Run, password: string | undefined): Run {
  let isKnown = password === undefined
  let queued: string[][] | undefined
  const doings: Record<string, () => string> = {
    MULTI() {
      queued = []
      return '+OK\r\n'
    },
    EXEC() {
      const replies = (queued ?? []).map(run)
      queued = undefined
      return list(replies)
    },
  }
  const signIn = (given: string | undefined) => {
    isKnown = given === password
    return isKnown ? '+OK\r\n' : '-WRONGPASS invalid username-password pair or user is disabled.\r\n'
  }
  return (command) => {
    const [name = ''] = command
    if (name === 'AUTH') return signIn(command.at(-1))
    if (!isKnown) return '-NOAUTH Authentication required.\r\n'
    const doing = doings[name]
    if (doing || !queued) return doing?.() ?? run(command)
    queued.push(command)
    return '+QUEUED\r\n'
  }
}

/** Starts one. */
export async function startRedis({ password, say }: RedisManners = {}): Promise<TestRedis> {
  const run = createStore()
  const sockets = new Set<Socket>()
  const commands: string[][] = []
  const pieces: Buffer[] = []
  let made = 0

  function serve(socket: Socket): void {
    const answer = openSession(run, password)
    let held = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (piece: Buffer) => {
      pieces.push(piece)
      held = Buffer.concat([held, piece])
      for (let read = readCommand(held); read; read = readCommand(held)) {
        held = held.subarray(read.end)
        commands.push(read.words)
        const said = say?.(read.words)
        if (said !== null) socket.write(said ?? answer(read.words))
      }
    })
  }

  const server = createServer((socket) => {
    made += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    serve(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: address.port,
    commands,
    received: () => Buffer.concat(pieces),
    open: () => sockets.size,
    made: () => made,
    cut,
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The first whole command in the bytes, and where it ends. */
function readCommand(bytes: Buffer): { words: string[]; end: number } | undefined {
  const words: string[] = []
  let at = 0
  const readNumber = (): number => {
    const end = bytes.indexOf('\r\n', at)
    if (end < 0) return -1
    const number = Number(bytes.toString('utf8', at + 1, end))
    at = end + 2
    return number
  }
  const count = readNumber()
  if (count < 0) return undefined
  while (words.length < count) {
    const length = readNumber()
    if (length < 0 || bytes.length < at + length + 2) return undefined
    words.push(bytes.toString('utf8', at, at + length))
    at += length + 2
  }
  return { words, end: at }
}
