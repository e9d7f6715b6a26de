/** What is kept, and how it is read when it is not. */
interface KeptParts<Part> {
  bytes: number
  load(): AsyncIterable<Part>
}

/** What was used last stays, up to so many bytes. What a name stands for never changes, and has one kind of parts. */
export interface PartMemory {
  /** Whether something of so many bytes is kept at all: at most half of the memory. */
  holds(bytes: number): boolean
  /** The parts of a name, read where they are not kept. What the memory does not hold is read anew each time. */
  get<Part>(name: string, source: KeptParts<Part>): AsyncIterable<Part> | Iterable<Part>
  /** The parts of a name that are kept. */
  find<Part>(name: string): Part[] | undefined
  /** Keeps the parts of a name, and forgets what was not used for longest where that is too much. */
  keep(name: string, entry: { bytes: number; parts: unknown[] }): void
}

/** Makes a memory for so many bytes. */
export function createPartMemory(maxBytes: number): PartMemory {
  const kept = new Map<string, { bytes: number; parts: unknown[] }>()
  let total = 0

  const holds = (bytes: number) => bytes <= maxBytes / 2

  function keep(name: string, entry: { bytes: number; parts: unknown[] }): void {
    if (kept.has(name) || !holds(entry.bytes)) return
    kept.set(name, entry)
    total += entry.bytes
    for (const [oldest, { bytes }] of kept) {
      if (total <= maxBytes) return
      kept.delete(oldest)
      total -= bytes
    }
  }

  function find<Part>(name: string): Part[] | undefined {
    const known = kept.get(name)
    if (!known) return undefined
    kept.delete(name)
    kept.set(name, known)
    return known.parts as Part[]
  }

  async function* loadAll<Part>(name: string, { bytes, load }: KeptParts<Part>): AsyncGenerator<Part> {
    const isKept = holds(bytes)
    const parts: Part[] = []
    for await (const part of load()) {
      if (isKept) parts.push(part)
      yield part
    }
    keep(name, { bytes, parts })
  }

  return {
    holds,
    find,
    keep,
    get: <Part>(name: string, source: KeptParts<Part>) => find<Part>(name) ?? loadAll(name, source),
  }
}
