import { crc32 } from 'node:zlib'

const STRING = 7
const CHECKSUM_BYTES = 4
const PRELUDE_BYTES = 8

/** A message of AWS's binary event stream: lengths, headers and payload, with the checksums that readers test. */
export function encodeEvent(headers: Record<string, string>, payload: object): Buffer {
  const head = Buffer.concat(Object.entries(headers).map(encodeHeader))
  const body = Buffer.from(JSON.stringify(payload))
  const prelude = Buffer.alloc(PRELUDE_BYTES)
  prelude.writeUInt32BE(PRELUDE_BYTES + CHECKSUM_BYTES + head.length + body.length + CHECKSUM_BYTES, 0)
  prelude.writeUInt32BE(head.length, CHECKSUM_BYTES)
  const message = Buffer.concat([prelude, checksum(prelude), head, body])
  return Buffer.concat([message, checksum(message)])
}

function encodeHeader([name, value]: [string, string]): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(Buffer.byteLength(value))
  return Buffer.concat([
    Buffer.from([name.length]),
    Buffer.from(name),
    Buffer.from([STRING]),
    length,
    Buffer.from(value),
  ])
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(CHECKSUM_BYTES)
  sum.writeUInt32BE(crc32(bytes))
  return sum
}
