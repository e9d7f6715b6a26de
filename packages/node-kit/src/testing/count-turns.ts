/** How many turns others had while work was done, on a machine where each of its steps takes a turn's time. */
export async function countTurns(work: () => Promise<unknown>): Promise<number> {
  const { now } = performance
  let time = 0
  performance.now = () => (time += 1_000)
  let turns = 0
  const others = setInterval(() => {
    turns += 1
  })
  try {
    await work()
  } finally {
    clearInterval(others)
    performance.now = now
  }
  return turns
}
