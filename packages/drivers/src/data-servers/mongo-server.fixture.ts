import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { Binary, type Document, deserialize, serialize } from 'bson'

/** How a small MongoDB behaves. */
export interface MongoManners {
  account?: { user: string; password: string; mechanism: 'SCRAM-SHA-256' | 'SCRAM-SHA-1' }
  /** Not the primary, which it takes to be there. */
  primary?: string
  /** What is said to a command; undefined where it is answered as ever. Bytes are sent as they are. */
  say?: (command: Document) => Document | Buffer | undefined
}

/** A small MongoDB on a free loopback port that speaks OP_MSG: ping, find and update with `$push` by equal fields. */
export interface TestMongo {
  port: number
  commands: Document[]
  open(): number
  close(): Promise<void>
}

type Run = (command: Document) => Document

const refusal = (code: number, errmsg: string) => ({ ok: 0, code, errmsg })

function answerOther(command: Document): Document {
  const [name] = Object.keys(command)
  return name === 'ping' ? { ok: 1 } : refusal(59, `no such command: '${name}'`)
}

function createCollection(): Run {
  const documents: Document[] = []
  const match = (filter: Document) =>
    documents.filter((each) => Object.entries(filter).every(([key, value]) => each[key] === value))
  return (command) => {
    if (command.find) {
      const firstBatch = match(command.filter).slice(0, command.limit)
      return { ok: 1, cursor: { id: 0n, ns: `${command.$db}.${command.find}`, firstBatch } }
    }
    if (!command.update) return answerOther(command)
    const [{ q, u }] = command.updates
    if (!u.$push) return { ok: 1, n: 0, writeErrors: [{ index: 0, code: 9, errmsg: 'Unknown modifier' }] }
    const [found = { ...q }] = match(q)
    if (!documents.includes(found)) documents.push(found)
    for (const [key, { $each }] of Object.entries(u.$push as Record<string, Document>))
      found[key] = [...(found[key] ?? []), ...$each]
    return { ok: 1, n: 1 }
  }
}

/** The server's part of SCRAM for one connection; `isKnown` once it is over. */
function openScram({ user, password, mechanism }: NonNullable<MongoManners['account']>) {
  const digest = mechanism === 'SCRAM-SHA-256' ? 'sha256' : 'sha1'
  const mac = (key: Buffer, text: string) => createHmac(digest, key).update(text).digest()
  const secret =
    digest === 'sha256' ? password : createHash('md5').update(`${user}:mongo:${password}`).digest('hex')
  const salt = Buffer.from('salt of the tea house')
  const salted = pbkdf2Sync(secret, salt, 4096, digest === 'sha256' ? 32 : 20, digest)
  const state = { isKnown: false, message: '' }
  const reply = (payload: string, done: boolean) => ({
    ok: 1,
    conversationId: 1,
    done,
    payload: new Binary(Buffer.from(payload)),
  })
  return {
    state,
    start(payload: string) {
      const bare = payload.slice('n,,'.length)
      const nonce = `${bare.slice(bare.indexOf('r=') + 2)}of-the-server`
      const first = `r=${nonce},s=${salt.toString('base64')},i=4096`
      state.message = `${bare},${first},c=biws,r=${nonce}`
      return reply(first, false)
    },
    go(payload: string) {
      const proof = Buffer.from(payload.slice(payload.lastIndexOf(',p=') + 3), 'base64')
      const stored = createHash(digest).update(mac(salted, 'Client Key')).digest()
      const signature = mac(stored, state.message)
      const key = Buffer.from(proof.map((byte, index) => byte ^ (signature[index] ?? 0)))
      if (!createHash(digest).update(key).digest().equals(stored))
        return refusal(18, 'Authentication failed.')
      state.isKnown = true
      return reply(`v=${mac(mac(salted, 'Server Key'), state.message).toString('base64')}`, true)
    },
  }
}

function openSession(run: Run, port: () => number, { account, primary }: MongoManners): Run {
  const scram = account && openScram(account)
  const textOf = (payload: Binary) => Buffer.from(payload.buffer).toString()
  const hello = () => ({
    ok: 1,
    isWritablePrimary: primary === undefined,
    secondary: primary !== undefined,
    primary: primary ?? `127.0.0.1:${port()}`,
    maxWireVersion: 21,
    minWireVersion: 0,
    ...(account && { saslSupportedMechs: [account.mechanism] }),
  })
  return (command) => {
    if (command.hello || command.ismaster) return hello()
    if (command.saslStart) return scram?.start(textOf(command.payload)) ?? refusal(18, 'No accounts here.')
    if (command.saslContinue) return scram?.go(textOf(command.payload)) ?? refusal(18, 'No accounts here.')
    if (scram && !scram.state.isKnown) return refusal(13, 'Command find requires authentication')
    return run(command)
  }
}

function encode(reply: Document, to: number): Buffer {
  const body = serialize(reply)
  const head = Buffer.alloc(21)
  head.writeInt32LE(head.length + body.length, 0)
  head.writeInt32LE(to, 8)
  head.writeInt32LE(2013, 12)
  return Buffer.concat([head, body])
}

/** Starts one. */
export async function startMongo(manners: MongoManners = {}): Promise<TestMongo> {
  const run = createCollection()
  const commands: Document[] = []
  const sockets = new Set<Socket>()
  let port = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    const answer = openSession(run, () => port, manners)
    let held = Buffer.alloc(0)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.on('data', (piece: Buffer) => {
      held = Buffer.concat([held, piece])
      while (held.length >= 16 && held.length >= held.readInt32LE(0)) {
        const command = deserialize(held.subarray(21, held.readInt32LE(0)))
        const id = held.readInt32LE(4)
        held = held.subarray(held.readInt32LE(0))
        commands.push(command)
        const said = manners.say?.(command) ?? answer(command)
        socket.write(Buffer.isBuffer(said) ? said : encode(said, id))
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  port = address.port
  return {
    port,
    commands,
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
