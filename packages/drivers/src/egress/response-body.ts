import type { Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib'
import { RunnelError } from '@runnel/contract'
import { egressErrorOf } from './network-error.ts'

/** Holds back or lets on the bytes of the network. */
export interface Flow {
  pause(): void
  resume(): void
  abort(reason: Error): void
}

const ZLIB = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }

const DECODERS: Record<string, () => Transform> = {
  gzip: () => createGunzip(ZLIB),
  'x-gzip': () => createGunzip(ZLIB),
  deflate: () => createInflate(ZLIB),
  br: () =>
    createBrotliDecompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      finishFlush: constants.BROTLI_OPERATION_FLUSH,
    }),
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
}

/** A decoder for a `Content-Encoding`, undefined where there is none. Throws for unknown or stacked ones. */
export function findDecoder(encoding: string | null, host: string): Transform | undefined {
  const name = encoding?.trim().toLowerCase() ?? ''
  if (name === '' || name === 'identity') return undefined
  const create = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined
  if (create !== undefined) return create()
  throw new RunnelError('upstream_error', `${host} answers in a compression that is not supported: ${name}.`)
}

/**
 * The body of an answer as a web stream: bytes pushed in are unpacked, counted and handed on under
 * backpressure. Above `maxBytes` (packed or unpacked) the connection is cut and the reader gets the error.
 */
export class ResponseBody {
  readonly stream: ReadableStream<Uint8Array>
  readonly #flow: Flow
  readonly #decoder: Transform | undefined
  readonly #limit: { host: string; maxBytes: number }
  #out: ReadableStreamDefaultController<Uint8Array> | undefined
  #packed = 0
  #unpacked = 0
  #isOver = false
  #isHeld = false

  constructor(flow: Flow, limit: { host: string; maxBytes: number }, decoder: Transform | undefined) {
    this.#flow = flow
    this.#limit = limit
    this.#decoder = decoder
    this.stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#out = controller
      },
      pull: () => this.#resume(),
      cancel: (reason) => {
        this.#isOver = true
        this.#decoder?.destroy()
        this.#flow.abort(
          reason instanceof Error ? reason : new DOMException('The body was not wanted', 'AbortError'),
        )
      },
    })
    decoder?.on('data', (chunk: Buffer) => this.#emit(chunk))
    decoder?.on('end', () => this.#finish())
    decoder?.on('error', (error) => this.#cut(egressErrorOf(error, limit.host)))
    decoder?.on('drain', () => this.#letOn())
  }

  /** Bytes from the network. */
  push(chunk: Buffer): void {
    if (this.#isOver || chunk.byteLength === 0) return
    this.#packed += chunk.byteLength
    if (this.#packed > this.#limit.maxBytes) this.#failAsTooLarge()
    else if (this.#decoder === undefined) this.#emit(chunk)
    else if (!this.#decoder.write(chunk)) this.#holdBack()
  }

  /** The network has no more. */
  end(): void {
    if (this.#decoder === undefined) this.#finish()
    else this.#decoder.end()
  }

  /** Ends the reader's stream with an error, as it is. */
  fail(error: unknown): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#out?.error(error)
    this.#decoder?.destroy()
  }

  #cut(error: unknown): void {
    this.fail(error)
    this.#flow.abort(error instanceof Error ? error : new Error('The answer was cut'))
  }

  #failAsTooLarge(): void {
    const { host, maxBytes } = this.#limit
    this.#cut(
      new RunnelError(
        'upstream_error',
        `The answer of ${host} is larger than the allowed ${maxBytes} bytes.`,
      ),
    )
  }

  #emit(chunk: Buffer): void {
    if (this.#isOver) return
    this.#unpacked += chunk.byteLength
    if (this.#unpacked > this.#limit.maxBytes) {
      this.#failAsTooLarge()
      return
    }
    this.#out?.enqueue(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    if ((this.#out?.desiredSize ?? 1) > 0) return
    if (this.#decoder === undefined) this.#holdBack()
    else this.#decoder.pause()
  }

  #holdBack(): void {
    this.#isHeld = true
    this.#flow.pause()
  }

  /** Resuming what was not paused makes undici parse again at once, without end. */
  #letOn(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    this.#flow.resume()
  }

  #resume(): void {
    if (this.#decoder === undefined) this.#letOn()
    else this.#decoder.resume()
  }

  #finish(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#out?.close()
  }
}
