import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to PostgreSQL that can fall silent. */
export interface SilentRelay {
  /** The database's address, by this way. */
  url: string
  /** From now on what is sent on the connections that stand is swallowed; new ones are as before. */
  fallSilent(): void
  /** From now on nothing comes through, on new connections neither. */
  fallSilentForEver(): void
  /**
   * The commit of the transaction whose turn it is then, from 1 on, is kept from the client, whose connection breaks:
   * what was written stands, and who wrote it hears of a lost connection.
   */
  loseCommit(turn: number): void
  /** True as long as no commit was lost that was to be. */
  readonly isCommitDue: boolean
  /** Each new connection falls silent when the server has taken its login. */
  fallSilentAfter(what: 'ReadyForQuery'): void
  /** New connections come through again. */
  speak(): void
  close(): void
}

/** The server's last message before the first question: it takes questions, and no transaction is open. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
/** What it says when a transaction is committed. */
const COMMITTED = 'COMMIT\0'

/** Opens a way to the database at that address. */
export async function openSilentRelay(address: string): Promise<SilentRelay> {
  const url = new URL(address)
  const [host, port] = [url.hostname, Number(url.port || 5432)]
  const sockets = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  let mode: 'open' | 'closed' | 'login' = 'open'
  let commitsUntilLoss = 0
  const losesCommit = (chunk: Buffer) => {
    if (commitsUntilLoss === 0 || !chunk.includes(COMMITTED)) return false
    commitsUntilLoss -= 1
    return commitsUntilLoss === 0
  }
  const server = createServer((client) => {
    const upstream = connect(port, host)
    sockets.add(client)
    if (mode === 'closed') silent.add(client)
    client.on('data', (chunk) => {
      if (!silent.has(client)) upstream.write(chunk)
    })
    upstream.on('data', (chunk: Buffer) => {
      if (losesCommit(chunk)) client.destroy()
      if (!silent.has(client)) client.write(chunk)
      if (mode === 'login' && chunk.includes(READY)) silent.add(client)
    })
    for (const socket of [client, upstream]) socket.on('error', () => undefined)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const silence = () => {
    for (const socket of sockets) silent.add(socket)
  }
  return {
    url: url.href,
    fallSilent: silence,
    fallSilentForEver() {
      mode = 'closed'
      silence()
    },
    loseCommit(turn) {
      commitsUntilLoss = turn
    },
    get isCommitDue() {
      return commitsUntilLoss > 0
    },
    fallSilentAfter() {
      mode = 'login'
    },
    speak() {
      mode = 'open'
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
