import { percentDecode } from './percent-decode.ts'
import { wellFormed } from './utf8.ts'

type Pair = [name: string, value: string]

function hex(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
}

function encode(text: string): string {
  return encodeURIComponent(wellFormed(text))
    .replace(/%20/g, '+')
    .replace(/[!'()~]/g, hex)
}

function decode(text: string): string {
  return percentDecode(text.replace(/\+/g, ' '))
}

function readQuery(text: string): Pair[] {
  const pairs = text
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '')
  return pairs.map((pair) => {
    const at = pair.indexOf('=')
    return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))]
  })
}

function isIterable(value: object): value is Iterable<Iterable<unknown>> {
  return Symbol.iterator in value
}

function readPairs(init: unknown): Pair[] {
  if (init === undefined) return []
  if (init === null || typeof init !== 'object') return readQuery(wellFormed(init))
  const pairs = isIterable(init) ? Array.from(init, (pair) => Array.from(pair)) : Object.entries(init)
  if (pairs.some((pair) => pair.length !== 2))
    throw new TypeError('URLSearchParams takes pairs of a name and a value')
  return pairs.map(([name, value]) => [wellFormed(name), wellFormed(value)])
}

/** For the URL that owns the params: to hear of changes. */
export let watchParams: (params: URLSearchParams, changed: () => void) => void

/** For the URL that owns the params: to put another query in, without hearing of it. */
export let renewParams: (params: URLSearchParams, query: string) => void

/** `URLSearchParams` of the standard. */
export class URLSearchParams {
  #pairs: Pair[]
  #changed: () => void = () => undefined
  static {
    watchParams = (params, changed) => {
      params.#changed = changed
    }
    renewParams = (params, query) => {
      params.#pairs = readQuery(query)
    }
  }
  constructor(init?: unknown) {
    this.#pairs = readPairs(init)
  }
  get [Symbol.toStringTag](): string {
    return 'URLSearchParams'
  }
  get size(): number {
    return this.#pairs.length
  }
  #become(pairs: Pair[]): void {
    this.#pairs = pairs
    this.#changed()
  }
  append(name: unknown, value: unknown): void {
    this.#become([...this.#pairs, [wellFormed(name), wellFormed(value)]])
  }
  delete(name: unknown, value?: unknown): void {
    const isGone = (pair: Pair) =>
      pair[0] === String(name) && (value === undefined || pair[1] === String(value))
    this.#become(this.#pairs.filter((pair) => !isGone(pair)))
  }
  get(name: unknown): string | null {
    return this.#pairs.find((pair) => pair[0] === String(name))?.[1] ?? null
  }
  getAll(name: unknown): string[] {
    return this.#pairs.filter((pair) => pair[0] === String(name)).map((pair) => pair[1])
  }
  has(name: unknown, value?: unknown): boolean {
    return this.#pairs.some(
      (pair) => pair[0] === String(name) && (value === undefined || pair[1] === String(value)),
    )
  }
  set(name: unknown, value: unknown): void {
    const at = this.#pairs.findIndex((pair) => pair[0] === String(name))
    if (at < 0) {
      this.append(name, value)
      return
    }
    const others = this.#pairs.filter((pair, index) => index <= at || pair[0] !== String(name))
    this.#become(others.with(at, [String(name), wellFormed(value)]))
  }
  sort(): void {
    const order = ([a]: Pair, [b]: Pair) => Number(a > b) - Number(a < b)
    this.#become([...this.#pairs].sort(order))
  }
  forEach(run: (value: string, name: string, params: this) => unknown, self?: unknown): void {
    for (const [name, value] of this.#pairs) run.call(self, value, name, this)
  }
  *keys(): Generator<string> {
    for (const [name] of this.#pairs) yield name
  }
  *values(): Generator<string> {
    for (const [, value] of this.#pairs) yield value
  }
  *entries(): Generator<Pair> {
    for (const [name, value] of this.#pairs) yield [name, value]
  }
  [Symbol.iterator](): Generator<Pair> {
    return this.entries()
  }
  toString(): string {
    return this.#pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  }
}
