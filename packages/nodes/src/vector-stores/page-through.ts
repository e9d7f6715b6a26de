/** A page of a list, and where the next one begins; undefined after the last. */
export interface Page<Place> {
  items: string[]
  next: Place | undefined
}

/** All items of a list that a server gives page by page. */
export async function pageThrough<Place>(
  read: (from: Place | undefined) => Promise<Page<Place>>,
): Promise<string[]> {
  const all: string[] = []
  let from: Place | undefined
  for (;;) {
    const { items, next } = await read(from)
    all.push(...items)
    // A server that names the same page for ever must not keep us for ever.
    if (next === undefined || JSON.stringify(next) === JSON.stringify(from)) return all
    from = next
  }
}
