import { RunnelError } from '@runnel/contract'
import type { BlobSource } from './blobs.ts'

/** The bytes of a source, piece by piece, up to `maxBytes`. @throws RunnelError `body_too_large` */
export async function* limitSource(
  source: BlobSource,
  maxBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of source instanceof Uint8Array ? [source] : source) {
    size += chunk.byteLength
    if (size > maxBytes) {
      throw new RunnelError('body_too_large', `The file is larger than the allowed ${maxBytes} bytes.`)
    }
    yield chunk
  }
}
