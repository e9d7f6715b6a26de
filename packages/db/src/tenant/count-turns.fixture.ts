/** Does a work and counts how often others had their turn on the thread meanwhile. */
export async function countTurns<T>(work: () => Promise<T>): Promise<{ value: T; turns: number }> {
  let turns = 0
  let isOver = false
  const turn = () => {
    if (isOver) return
    turns += 1
    setImmediate(turn)
  }
  const working = work()
  setImmediate(turn)
  const value = await working
  isOver = true
  return { value, turns }
}
