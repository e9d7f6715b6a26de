/**
 * Resolves after that many milliseconds; rejects with the signal's reason as soon as it is aborted. Node's own makes an
 * error with a stack for each abort, and every run that ends in time aborts its time limit.
 */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}

/** So long may ready work go on before others have their turn, in milliseconds. */
const TURN_MS = 20
/** So many go on in one turn: each then takes much at once, which costs its readers less than many small pieces. */
const AT_ONCE = 4

let turnBegan: number | undefined
const waiting: (() => void)[] = []

function beginTurn(): void {
  turnBegan = performance.now()
  setImmediate(endTurn)
}

function endTurn(): void {
  turnBegan = undefined
  if (waiting.length === 0) return
  beginTurn()
  for (const goOn of waiting.splice(0, AT_ONCE)) goOn()
}

/**
 * What somebody who takes many ready things one after the other waits for before each: undefined while this turn of the
 * thread is young. Promises that are all fulfilled follow each other without end, and the thread takes up nothing else
 * meanwhile: no request, no timer, no answer of the database. Who waits goes on in the order of asking.
 */
export function giveWay(): Promise<void> | undefined {
  if (turnBegan === undefined) beginTurn()
  else if (performance.now() - turnBegan > TURN_MS)
    return new Promise((resolve) => void waiting.push(resolve))
  return undefined
}
