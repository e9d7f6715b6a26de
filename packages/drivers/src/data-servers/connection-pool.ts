/** What a pool keeps. */
interface Kept {
  readonly isOpen: boolean
  close(): void
}

/** How much a pool may hold; times in milliseconds. */
export interface PoolLimits {
  /** Connections to one server under one account. */
  mostOfOne: number
  /** Connections in all. */
  most: number
  /** How long one is kept that nobody uses. */
  idleMs: number
}

interface Idle<Connection> {
  key: string
  connection: Connection
  timer: NodeJS.Timeout
}

/** A call that waits for its turn. */
interface Waiting {
  key: string
  /** Goes on where it can by now. */
  go(): void
}

/** Connections that are used again, by a key that says where they lead and as whom. */
export class ConnectionPool<Connection extends Kept> {
  readonly #limits: PoolLimits
  /** Free ones, the longest unused first. */
  readonly #idle = new Set<Idle<Connection>>()
  /** Those in use by key, and the places of those that are being opened. */
  readonly #taken = new Map<string, Set<Connection | symbol>>()
  readonly #waiting = new Set<Waiting>()
  #isClosed = false

  constructor(limits: PoolLimits) {
    this.#limits = limits
  }

  /** One that is free, else a new one; waits for its turn where there are enough. Rejects with the signal's reason. */
  async take(key: string, open: () => Promise<Connection>, signal: AbortSignal): Promise<Connection> {
    const place = await this.#getPlace(key, signal)
    if (typeof place !== 'symbol') return place
    try {
      const connection = await open()
      this.#note(key, connection)
      return connection
    } finally {
      this.#forget(key, place)
    }
  }

  /** Gives one back that was taken; it is kept while it is open. */
  giveBack(key: string, connection: Connection): void {
    if (connection.isOpen && !this.#isClosed) {
      const timer = setTimeout(() => this.#endIdle(entry), this.#limits.idleMs)
      timer.unref()
      const entry = { key, connection, timer }
      this.#idle.add(entry)
    } else connection.close()
    this.#forget(key, connection)
  }

  /** Ends all; none is kept from then on. */
  close(): void {
    this.#isClosed = true
    for (const entry of this.#idle) this.#endIdle(entry)
    const taken = [...this.#taken.values()].flatMap((holders) => [...holders])
    for (const holder of taken) if (typeof holder !== 'symbol') holder.close()
  }

  /** Takes its turn behind those that wait for the same server. */
  #getPlace(key: string, signal: AbortSignal): Promise<Connection | symbol> {
    signal.throwIfAborted()
    const isBehind = [...this.#waiting].some((other) => other.key === key)
    const found = isBehind ? undefined : this.#findPlace(key)
    return found === undefined ? this.#waitForPlace(key, signal) : Promise.resolve(found)
  }

  #waitForPlace(key: string, signal: AbortSignal): Promise<Connection | symbol> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(entry)
        signal.removeEventListener('abort', giveUp)
      }
      const giveUp = () => {
        leave()
        reject(signal.reason)
      }
      const entry: Waiting = {
        key,
        go: () => {
          const place = this.#findPlace(key)
          if (place === undefined) return
          leave()
          resolve(place)
        },
      }
      this.#waiting.add(entry)
      signal.addEventListener('abort', giveUp)
    })
  }

  /** Takes a free connection, or a place for a new one; undefined when there is neither. */
  #findPlace(key: string): Connection | symbol | undefined {
    const found = this.#findIdle(key) ?? (this.#hasRoom(key) ? Symbol(key) : undefined)
    if (found !== undefined) this.#note(key, found)
    return found
  }

  #findIdle(key: string): Connection | undefined {
    for (const entry of [...this.#idle].filter((each) => each.key === key).reverse()) {
      if (entry.connection.isOpen) {
        this.#dropIdle(entry)
        return entry.connection
      }
      this.#endIdle(entry)
    }
    return undefined
  }

  /** Whether one more may be opened; where the pool is full, that which nobody used for longest is ended for it. */
  #hasRoom(key: string): boolean {
    if ((this.#taken.get(key)?.size ?? 0) >= this.#limits.mostOfOne) return false
    const [oldest] = this.#idle
    if (this.#count() >= this.#limits.most && oldest) this.#endIdle(oldest)
    return this.#count() < this.#limits.most
  }

  #count(): number {
    return [...this.#taken.values()].reduce((sum, { size }) => sum + size, this.#idle.size)
  }

  #note(key: string, holder: Connection | symbol): void {
    this.#taken.set(key, (this.#taken.get(key) ?? new Set()).add(holder))
  }

  #forget(key: string, holder: Connection | symbol): void {
    const holders = this.#taken.get(key)
    holders?.delete(holder)
    if (holders?.size === 0) this.#taken.delete(key)
    for (const { go } of [...this.#waiting]) go()
  }

  #dropIdle(entry: Idle<Connection>): void {
    clearTimeout(entry.timer)
    this.#idle.delete(entry)
  }

  #endIdle(entry: Idle<Connection>): void {
    this.#dropIdle(entry)
    entry.connection.close()
  }
}
