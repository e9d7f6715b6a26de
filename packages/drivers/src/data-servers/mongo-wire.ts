import type { Socket } from 'node:net'
import { RunnelError } from '@runnel/contract'
import { type Document, deserialize, serialize } from 'bson'
import { UpstreamError } from '../egress/upstream-error.ts'
import { countBsonValues } from './count-bson-values.ts'
import { SocketReader } from './socket-reader.ts'

const OP_MSG = 2013
const HEADER_BYTES = 16
/** Flags and the kind of the only section. */
const BEFORE_BODY_BYTES = 5
const LONGEST_REASON = 300
/** Values of an answer with all that its documents hold: more would hold the thread while they are made. */
const MOST_VALUES = 100_000

/** Codes with which a member says that it is not the primary (any more): nothing was done. */
const NOT_PRIMARY = [91, 189, 10107, 11600, 11602, 13435]
const NOT_ALLOWED = [13, 18]

/** A socket that speaks MongoDB's protocol (OP_MSG). */
export interface MongoWire {
  readonly isOpen: boolean
  /**
   * Runs one command; a refusal with a code that says nothing new (`isNoFault`) is none.
   * @throws RunnelError `upstream_error` when it is refused; whatever else goes wrong ends the socket
   */
  run(command: Document, isNoFault?: (code: unknown) => boolean): Promise<Document>
  close(): void
}

/** Speaks OP_MSG by a socket; `name` stands in the words of faults. */
export function createMongoWire(socket: Socket, name: string): MongoWire {
  const reader = new SocketReader(socket, name)
  let requestId = 0

  const garbled = () =>
    new UpstreamError(`${name} does not answer as a MongoDB does.`, { retryable: false, wasSent: true })

  const tooMany = () =>
    new UpstreamError(`${name} gave more than ${MOST_VALUES} values. Ask for less.`, {
      retryable: false,
      wasSent: true,
    })

  async function readReply(): Promise<Document> {
    const header = await reader.take(HEADER_BYTES)
    const [length, answers, code] = [header.readInt32LE(0), header.readInt32LE(8), header.readInt32LE(12)]
    const isFit = length > HEADER_BYTES + BEFORE_BODY_BYTES && answers === requestId && code === OP_MSG
    if (!isFit) throw garbled()
    const body = await reader.take(length - HEADER_BYTES)
    // A checksum, more to come and further sections are never asked for.
    if (body.readUInt32LE(0) !== 0 || body[4] !== 0) throw garbled()
    const document = body.subarray(BEFORE_BODY_BYTES)
    if (countBsonValues(document, MOST_VALUES) > MOST_VALUES) throw tooMany()
    return deserialize(document)
  }

  function refuse({ errmsg, code }: Document): RunnelError {
    const words = `${name} refused: ${String(errmsg ?? 'no reason given')
      .slice(0, LONGEST_REASON)
      .replace(/\.$/, '')}.`
    if (NOT_PRIMARY.includes(Number(code))) {
      socket.destroy()
      return new UpstreamError(words, { retryable: true, wasSent: false })
    }
    const advice = NOT_ALLOWED.includes(Number(code))
      ? ' Check the name, the password and the rights of the credential.'
      : ''
    return new RunnelError('upstream_error', `${words}${advice}`)
  }

  async function exchange(command: Document): Promise<Document> {
    reader.begin()
    requestId += 1
    socket.write(encode(command, requestId))
    try {
      return await readReply()
    } catch (error) {
      socket.destroy()
      throw error instanceof UpstreamError ? error : garbled()
    }
  }

  return {
    get isOpen() {
      return reader.isQuiet
    },
    async run(command, isNoFault = () => false) {
      const reply = await exchange(command)
      const [writeError] = Array.isArray(reply.writeErrors) ? reply.writeErrors : []
      if (Number(reply.ok) !== 1) {
        if (isNoFault(reply.code)) return { ok: 1 }
        throw refuse(reply)
      }
      if (writeError) throw refuse(writeError)
      return reply
    },
    close: () => void socket.destroy(),
  }
}

function encode(command: Document, requestId: number): Buffer {
  const body = serialize(command)
  const head = Buffer.alloc(HEADER_BYTES + BEFORE_BODY_BYTES)
  head.writeInt32LE(head.length + body.length, 0)
  head.writeInt32LE(requestId, 4)
  head.writeInt32LE(OP_MSG, 12)
  return Buffer.concat([head, body])
}
