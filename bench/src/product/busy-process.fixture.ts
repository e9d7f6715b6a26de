/* Holds its thread for as long as it is told. */

const LIFE_MS = 30_000

// The watch does not keep a process alive.
setTimeout(() => process.exit(), LIFE_MS)

process.on('message', (message: { holdFor?: number } | string) => {
  if (typeof message === 'string' || message.holdFor === undefined) return
  const freeAt = performance.now() + message.holdFor
  while (performance.now() < freeAt);
  // Answered in the next turn, when the watch has seen this one.
  setTimeout(() => process.send?.('free'), 10)
})
