/** What a pool keeps. */
interface Kept {
  readonly isOpen: boolean
  close(): void
}

/** How much a pool may hold; times in milliseconds. */
export interface PoolLimits {
  /** Connections to one server under one account. */
  mostOfOne: number
  /** Connections that one owner uses at a time: the others are for others. */
  mostOfOwner: number
  /** Connections in all. */
  most: number
  /** How long one is kept that nobody uses. */
  idleMs: number
}

/** Where a connection leads and as whom, and for whom it is. */
interface Lead {
  key: string
  owner: string
}

interface Idle<Connection> {
  key: string
  connection: Connection
  timer: NodeJS.Timeout
}

/** A call that waits for its turn. */
interface Waiting {
  lead: Lead
  /** Goes on where it can by now. */
  go(): boolean
}

/** Connections that are used again, by a key that says where they lead and as whom. A key is of one owner. */
export class ConnectionPool<Connection extends Kept> {
  readonly #limits: PoolLimits
  /** Free ones, the longest unused first. */
  readonly #idle = new Set<Idle<Connection>>()
  /** Those in use by key, and the places of those that are being opened. */
  readonly #taken = new Map<string, { owner: string; holders: Set<Connection | symbol> }>()
  readonly #waiting = new Set<Waiting>()
  #isClosed = false

  constructor(limits: PoolLimits) {
    this.#limits = limits
  }

  /** One that is free, else a new one; waits for its turn where there are enough. Rejects with the signal's reason. */
  async take(lead: Lead, open: () => Promise<Connection>, signal: AbortSignal): Promise<Connection> {
    const place = await this.#getPlace(lead, signal)
    if (typeof place !== 'symbol') return place
    try {
      const connection = await open()
      this.#note(lead, connection)
      return connection
    } finally {
      this.#forget(lead.key, place)
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
    const taken = [...this.#taken.values()].flatMap(({ holders }) => [...holders])
    for (const holder of taken) if (typeof holder !== 'symbol') holder.close()
  }

  /** Takes its turn behind those that wait for the same server. */
  #getPlace(lead: Lead, signal: AbortSignal): Promise<Connection | symbol> {
    signal.throwIfAborted()
    const isBehind = [...this.#waiting].some((other) => other.lead.key === lead.key)
    const found = isBehind ? undefined : this.#findPlace(lead)
    return found === undefined ? this.#waitForPlace(lead, signal) : Promise.resolve(found)
  }

  #waitForPlace(lead: Lead, signal: AbortSignal): Promise<Connection | symbol> {
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
        lead,
        go: () => {
          const place = this.#findPlace(lead)
          if (place === undefined) return false
          leave()
          resolve(place)
          return true
        },
      }
      this.#waiting.add(entry)
      signal.addEventListener('abort', giveUp)
    })
  }

  /** Those that wait go on where they can: whose owner uses least first, then in the order in which they came. */
  #serveWaiting(): void {
    const stuck = new Set<string>()
    const uses = new Map<string, number>()
    for (const { lead } of this.#waiting)
      if (!uses.has(lead.owner)) uses.set(lead.owner, this.#countOf(lead.owner))
    const used = ({ lead }: Waiting) => uses.get(lead.owner) ?? 0
    for (const { lead, go } of [...this.#waiting].sort((a, b) => used(a) - used(b)))
      if (!stuck.has(lead.key) && !go()) stuck.add(lead.key)
  }

  /** Takes a free connection, or a place for a new one; undefined when there is neither. */
  #findPlace(lead: Lead): Connection | symbol | undefined {
    if (this.#countOf(lead.owner) >= this.#limits.mostOfOwner) return undefined
    const { key } = lead
    const found = this.#findIdle(key) ?? (this.#hasRoom(key) ? Symbol(key) : undefined)
    if (found !== undefined) this.#note(lead, found)
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
    if ((this.#taken.get(key)?.holders.size ?? 0) >= this.#limits.mostOfOne) return false
    const [oldest] = this.#idle
    if (this.#count() >= this.#limits.most && oldest) this.#endIdle(oldest)
    return this.#count() < this.#limits.most
  }

  #count(): number {
    return [...this.#taken.values()].reduce((sum, { holders }) => sum + holders.size, this.#idle.size)
  }

  #countOf(owner: string): number {
    const own = [...this.#taken.values()].filter((each) => each.owner === owner)
    return own.reduce((sum, { holders }) => sum + holders.size, 0)
  }

  #note({ key, owner }: Lead, holder: Connection | symbol): void {
    const { holders } = this.#taken.get(key) ?? { holders: new Set() }
    this.#taken.set(key, { owner, holders: holders.add(holder) })
  }

  #forget(key: string, holder: Connection | symbol): void {
    const holders = this.#taken.get(key)?.holders
    holders?.delete(holder)
    if (holders?.size === 0) this.#taken.delete(key)
    this.#serveWaiting()
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
