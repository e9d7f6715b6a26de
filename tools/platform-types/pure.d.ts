/**
 * The parts of the web platform that a pure room may name. They compute and hold, but know neither time nor
 * network nor machine, so `AbortSignal.timeout`, timers, `fetch` and `crypto` are left out on purpose.
 * Consumers of a pure room see their own platform's declarations under the same names.
 */

interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

declare var AbortSignal: {
  readonly prototype: AbortSignal
  abort(reason?: unknown): AbortSignal
  any(signals: Iterable<AbortSignal>): AbortSignal
}

interface AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}

declare var AbortController: { readonly prototype: AbortController; new (): AbortController }

interface TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>
}

declare var TextEncoder: { readonly prototype: TextEncoder; new (): TextEncoder }

interface TextDecoder {
  decode(input?: ArrayBuffer | ArrayBufferView, options?: { stream?: boolean }): string
}

declare var TextDecoder: {
  readonly prototype: TextDecoder
  new (label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean }): TextDecoder
}

interface URLSearchParams extends Iterable<[string, string]> {
  append(name: string, value: string): void
  delete(name: string): void
  get(name: string): string | null
  getAll(name: string): string[]
  has(name: string): boolean
  set(name: string, value: string): void
  toString(): string
}

declare var URLSearchParams: {
  readonly prototype: URLSearchParams
  new (init?: string | Record<string, string> | Iterable<[string, string]>): URLSearchParams
}

interface URL {
  hash: string
  host: string
  hostname: string
  href: string
  readonly origin: string
  password: string
  pathname: string
  port: string
  protocol: string
  search: string
  readonly searchParams: URLSearchParams
  username: string
  toString(): string
}

declare var URL: {
  readonly prototype: URL
  new (url: string, base?: string): URL
  canParse(url: string, base?: string): boolean
  parse(url: string, base?: string): URL | null
}

declare function structuredClone<Value>(value: Value): Value
