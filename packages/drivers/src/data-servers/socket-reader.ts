import type { Socket } from 'node:net'
import { UpstreamError } from '../egress/upstream-error.ts'

/** Largest answer of a server in bytes. */
const LARGEST_ANSWER = 10 * 1024 * 1024
const LONGEST_LINE = 64 * 1024
const NOTHING = Buffer.alloc(0)

/** Reads what a server says, as much as is wanted at a time. */
export class SocketReader {
  readonly #socket: Socket
  readonly #name: string
  /** What was received stands between `#start` and `#end`; what was given out is never written over. */
  #bytes: Buffer = NOTHING
  #start = 0
  #end = 0
  /** So many bytes behind `#start` hold no end of a line. */
  #searched = 0
  #taken = 0
  #fault: UpstreamError | undefined
  #wake: (() => void) | undefined

  /** Reads from a socket; `name` stands in the words of its faults. */
  constructor(socket: Socket, name: string) {
    this.#socket = socket
    this.#name = name
    socket.on('data', (piece: Buffer) => this.#receive(piece))
    for (const event of ['error', 'close', 'end']) socket.on(event, () => this.#stop())
  }

  /** True while the connection stands and nothing was said that nobody asked for. */
  get isQuiet(): boolean {
    return this.#held === 0 && this.#fault === undefined && !this.#socket.destroyed
  }

  /** Begins to read an answer: its size is counted anew. */
  begin(): void {
    this.#taken = 0
  }

  /** The next bytes. @throws UpstreamError when the answer is too large or the connection ends */
  async take(bytes: number): Promise<Buffer> {
    for (;;) {
      const found = this.find(bytes)
      if (found) return found
      await this.waitFor(bytes)
    }
  }

  /** The next bytes, where all of them are here by now. @throws UpstreamError when the answer is too large */
  find(bytes: number): Buffer | undefined {
    if (this.#taken + bytes > LARGEST_ANSWER) throw this.#refuse()
    if (this.#held < bytes) return undefined
    const found = this.#bytes.subarray(this.#start, this.#start + bytes)
    this.#start += bytes
    this.#taken += bytes
    this.#searched = 0
    return found
  }

  /** The next line without its end (`\r\n`), where all of it is here by now. @throws UpstreamError when it is too long */
  findLine(): string | undefined {
    const seen = this.#bytes.subarray(this.#start, Math.min(this.#end, this.#start + LONGEST_LINE + 2))
    const end = seen.indexOf('\r\n', this.#searched)
    if (end >= 0) return this.find(end + 2)?.toString('utf8', 0, end)
    if (seen.length > LONGEST_LINE) throw this.#refuse()
    this.#searched = Math.max(0, seen.length - 1)
    return undefined
  }

  /** Waits until so many bytes are here, else for any more. @throws UpstreamError when the connection ends before */
  async waitFor(bytes = this.#held + 1): Promise<void> {
    while (this.#held < bytes) {
      if (this.#fault) throw this.#fault
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      this.#wake = undefined
    }
  }

  get #held(): number {
    return this.#end - this.#start
  }

  #receive(piece: Buffer): void {
    if (this.#held === 0) this.#hold(piece, piece.length)
    else this.#append(piece)
    if (this.#taken + this.#held > LARGEST_ANSWER) this.#refuse()
    this.#wake?.()
  }

  /** Makes room for twice as much where there is none, so that no byte is copied again and again. */
  #append(piece: Buffer): void {
    if (this.#end + piece.length > this.#bytes.length) {
      const held = this.#bytes.subarray(this.#start, this.#end)
      const room = Buffer.allocUnsafe(held.length + Math.max(held.length, piece.length))
      held.copy(room)
      this.#hold(room, held.length)
    }
    piece.copy(this.#bytes, this.#end)
    this.#end += piece.length
  }

  #hold(bytes: Buffer, length: number): void {
    this.#bytes = bytes
    this.#start = 0
    this.#end = length
  }

  #stop(): void {
    this.#fault ??= new UpstreamError(`${this.#name} closed the connection before the answer was complete.`, {
      retryable: true,
      wasSent: true,
    })
    this.#wake?.()
  }

  #refuse(): UpstreamError {
    this.#fault ??= new UpstreamError(`${this.#name} gave more than ${LARGEST_ANSWER / 1024 / 1024} MB.`, {
      retryable: false,
      wasSent: true,
    })
    this.#hold(NOTHING, 0)
    this.#socket.destroy()
    return this.#fault
  }
}
