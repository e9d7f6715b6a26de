import { crc32, deflateSync } from 'node:zlib'

/** A picture in grey: a byte for each point, from 0 (black) to 255, line by line. */
export interface GrayPicture {
  width: number
  height: number
  points: Uint8Array
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Bits of a point, its colours (grey), and the ways of packing, filtering and ordering: the plain ones. */
const FORM = [8, 0, 0, 0, 0]

/** A picture as PNG. */
export function writePng({ width, height, points }: GrayPicture): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set(FORM, 8)
  const lines = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1)
    lines.set(points.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  return Buffer.concat([
    SIGNATURE,
    writeChunk('IHDR', header),
    writeChunk('IDAT', deflateSync(lines)),
    writeChunk('IEND', Buffer.alloc(0)),
  ])
}

function writeChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}
