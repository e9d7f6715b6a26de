/**
 * Does the work of some items, `ahead` of them at a time, and gives what came of it in their order. When one fails, or
 * nobody wants more, what is under way ends before this does.
 */
export async function* workAhead<Item, Result>(
  items: Iterable<Item>,
  ahead: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const begun: Promise<Result>[] = []
  try {
    for (const item of items) {
      const result = work(item)
      // One that fails before its turn is told in its turn.
      result.catch(() => {})
      begun.push(result)
      if (begun.length < ahead) continue
      yield await (begun[0] as Promise<Result>)
      begun.shift()
    }
    while (begun.length > 0) {
      yield await (begun[0] as Promise<Result>)
      begun.shift()
    }
  } finally {
    await Promise.allSettled(begun)
  }
}
