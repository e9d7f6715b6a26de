import { type JsonObject, type MongoAddress, RunnelError } from '@runnel/contract'
import { Binary, type Document, EJSON } from 'bson'
import { findHostAndPort, formatHostAndPort, type HostAndPort } from '../egress/canonical-host.ts'
import type { Egress } from '../egress/create-egress.ts'
import { UpstreamError } from '../egress/upstream-error.ts'
import type { DataConnection } from './data-servers.ts'
import { commandOf, isDoneBefore } from './mongo-commands.ts'
import { createMongoWire, type MongoWire } from './mongo-wire.ts'
import { nameServer } from './name-server.ts'
import { resolveMongoHosts, type SrvResolver } from './resolve-mongo-hosts.ts'
import { beginScram } from './scram.ts'
import { signIn } from './sign-in.ts'

/** More members than any replica set has: a server that names others and others is given up. */
const MOST_MEMBERS = 50

/**
 * Connects to the primary of a MongoDB and signs in.
 * @throws RunnelError `upstream_error` when no member is one, or the account is refused
 */
export async function openMongo(
  address: MongoAddress,
  { connect, resolver }: Pick<Egress, 'connect'> & { resolver?: SrvResolver },
  signal: AbortSignal,
): Promise<DataConnection<'mongodb'>> {
  const { hosts, authSource } = await resolveMongoHosts(address, resolver)
  const opening = { account: { ...address, authSource }, connect, signal }
  const queue = [...hosts]
  const tried = new Set<string>()
  let fault: unknown
  for (let member = queue.shift(); member && tried.size < MOST_MEMBERS; member = queue.shift()) {
    if (tried.has(formatHostAndPort(member))) continue
    tried.add(formatHostAndPort(member))
    const found = await openMember(member, opening).catch((error: unknown) => {
      // Another member may be there; one that refuses the account speaks for all.
      if (signal.aborted || !(error instanceof UpstreamError)) throw error
      fault = error
      return { others: [] }
    })
    if ('connection' in found) return found.connection
    queue.unshift(...found.others)
  }
  const [first = { host: 'The server', port: 0 }] = hosts
  throw (
    fault ?? new RunnelError('upstream_error', `${nameServer(first)} has no primary that can be written to.`)
  )
}

interface MemberOpening {
  account: MongoAddress
  connect: Egress['connect']
  signal: AbortSignal
}

type Member = { connection: DataConnection<'mongodb'> } | { others: HostAndPort[] }

/** Signs in where the member is the primary, else tells whom it takes for that. */
async function openMember(member: HostAndPort, { account, connect, signal }: MemberOpening): Promise<Member> {
  const { tls, user, authSource = 'admin' } = account
  const socket = await connect({ ...member, tls }, signal)
  const wire = createMongoWire(socket, nameServer(member))
  return signIn(socket, signal, async () => {
    const asked = user === undefined ? {} : { saslSupportedMechs: `${authSource}.${user}` }
    const hello = await wire.run({ hello: 1, ...asked, $db: 'admin' })
    if (hello.isWritablePrimary !== true) {
      wire.close()
      const primary = typeof hello.primary === 'string' ? findHostAndPort(hello.primary) : undefined
      return { others: primary ? [primary] : [] }
    }
    await proveAccount(wire, account, { hello, name: nameServer(member) })
    return { connection: collectionsOf(wire) }
  })
}

async function proveAccount(
  wire: MongoWire,
  { user, password, authSource = 'admin' }: MongoAddress,
  { hello, name }: { hello: Document; name: string },
): Promise<void> {
  if (user === undefined || password === undefined) return
  const known = Array.isArray(hello.saslSupportedMechs) ? hello.saslSupportedMechs : []
  const mechanism = known.length === 0 || known.includes('SCRAM-SHA-256') ? 'SCRAM-SHA-256' : 'SCRAM-SHA-1'
  const exchange = beginScram({ mechanism, user, password }, name)
  const start = await wire.run({
    saslStart: 1,
    mechanism,
    payload: new Binary(Buffer.from(exchange.first)),
    options: { skipEmptyExchange: true },
    $db: authSource,
  })
  const go = (payload: string) =>
    wire.run({
      saslContinue: 1,
      conversationId: start.conversationId,
      payload: new Binary(Buffer.from(payload)),
      $db: authSource,
    })
  const end = await go(await exchange.answer(readPayload(start)))
  exchange.verify(readPayload(end))
  const isDone = end.done === true || (await go('')).done === true
  if (!isDone) throw new RunnelError('upstream_error', `${name} does not end the sign-in.`)
}

function readPayload({ payload }: Document): string {
  return payload instanceof Binary ? Buffer.from(payload.buffer).toString('utf8') : ''
}

function collectionsOf(wire: MongoWire): DataConnection<'mongodb'> {
  return {
    get isOpen() {
      return wire.isOpen
    },
    async ask(question) {
      const { cursor } = await wire.run(commandOf(question), (code) => isDoneBefore(question, code))
      const documents: unknown = cursor?.firstBatch
      if (!Array.isArray(documents)) return []
      return documents.map((each) => EJSON.serialize(each as Document, { relaxed: true }) as JsonObject)
    },
    close: wire.close,
  }
}
