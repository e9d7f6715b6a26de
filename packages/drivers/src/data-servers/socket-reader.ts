import type { Socket } from 'node:net'
import { UpstreamError } from '../egress/upstream-error.ts'

/** Largest answer of a server in bytes. */
const LARGEST_ANSWER = 10 * 1024 * 1024
const LONGEST_LINE = 64 * 1024

/** Reads what a server says, as much as is wanted at a time. */
export class SocketReader {
  readonly #socket: Socket
  readonly #name: string
  #pieces: Buffer[] = []
  #held = 0
  #taken = 0
  #fault: UpstreamError | undefined
  #wake: (() => void) | undefined

  /** Reads from a socket; `name` stands in the words of its faults. */
  constructor(socket: Socket, name: string) {
    this.#socket = socket
    this.#name = name
    socket.on('data', (piece: Buffer) => this.#receive(piece))
    for (const event of ['error', 'close', 'end']) socket.on(event, () => this.#end())
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
    if (this.#taken + bytes > LARGEST_ANSWER) throw this.#refuse()
    while (this.#held < bytes) await this.#waitForMore()
    const [first = Buffer.alloc(0)] = this.#pieces
    const isInFirst = first.length >= bytes
    const all = isInFirst ? first : Buffer.concat(this.#pieces)
    const rest = all.subarray(bytes)
    const others = isInFirst ? this.#pieces.slice(1) : []
    this.#pieces = rest.length > 0 ? [rest, ...others] : others
    this.#held -= bytes
    this.#taken += bytes
    return all.subarray(0, bytes)
  }

  /** The next line, without its end (`\r\n`). */
  async takeLine(): Promise<string> {
    let seen = this.#joined()
    let end = seen.indexOf('\r\n')
    while (end < 0) {
      if (seen.length > LONGEST_LINE) throw this.#refuse()
      await this.#waitForMore()
      seen = this.#joined()
      end = seen.indexOf('\r\n')
    }
    const line = await this.take(end + 2)
    return line.toString('utf8', 0, end)
  }

  #joined(): Buffer {
    const [first = Buffer.alloc(0), ...others] = this.#pieces
    if (others.length === 0) return first
    const all = Buffer.concat(this.#pieces)
    this.#pieces = [all]
    return all
  }

  #receive(piece: Buffer): void {
    this.#pieces.push(piece)
    this.#held += piece.length
    if (this.#taken + this.#held > LARGEST_ANSWER) this.#refuse()
    this.#wake?.()
  }

  #end(): void {
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
    this.#pieces = []
    this.#held = 0
    this.#socket.destroy()
    return this.#fault
  }

  /** Waits for more than is held now. */
  async #waitForMore(): Promise<void> {
    if (this.#fault) throw this.#fault
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    this.#wake = undefined
  }
}
