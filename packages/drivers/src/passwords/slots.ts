/** Runs at most a fixed number of tasks at once; the others wait in order. */
export interface Slots {
  run<T>(task: () => Promise<T>): Promise<T>
}

/** Makes `count` slots. */
export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = []
  let free = count

  async function take(): Promise<void> {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function giveBack(): void {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }

  return {
    async run(task) {
      await take()
      try {
        return await task()
      } finally {
        giveBack()
      }
    },
  }
}
