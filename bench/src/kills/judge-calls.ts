/** One call as the vendor saw it. Times are milliseconds of the machine's steady clock. */
export interface VendorCall {
  /** Question of the run. */
  question: string
  /** Everything that was asked: unique per run and step. */
  content: string
  /** Address that called, which names the process. */
  from: string
  startedAt: number
  /** When the writing of its last byte began. */
  sentAt?: number
  /** When its last byte was written; undefined when the caller had gone before. */
  answeredAt?: number
}

/** `kill -9` of the process that calls from this address. */
export interface Kill {
  from: string
  at: number
}

/** A finished call that was made again. */
export interface RepeatedCall {
  content: string
  /** From its answer to the death of the process that had it; infinite when that process lived on. */
  gapMs: number
  /** Answers that came to that process from as long before this one as it was old, to the death: it read them too. */
  beside: number
}

/**
 * Calls that were answered and made again all the same, each with how long before the death of its process it was
 * answered: only within the window that the engine's documentation states may that happen.
 */
export function findRepeatedCalls(calls: readonly VendorCall[], kills: readonly Kill[]): RepeatedCall[] {
  const byContent = Map.groupBy(calls, ({ content }) => content)
  return [...byContent].flatMap(([content, made]) => {
    const inOrder = made.toSorted((a, b) => a.startedAt - b.startedAt)
    return inOrder.slice(1).flatMap((again, index) => {
      const before = inOrder[index]
      const gapMs = before === undefined ? undefined : gapToDeath(before, again.startedAt, kills)
      if (before?.answeredAt === undefined || gapMs === undefined) return []
      return [{ content, gapMs, beside: countBeside(calls, before, gapMs) }]
    })
  })
}

function countBeside(calls: readonly VendorCall[], { from, answeredAt = 0 }: VendorCall, gapMs: number) {
  const isMeanwhile = (at: number) => Math.abs(at - answeredAt) <= gapMs
  return calls.filter((call) => call.from === from && isMeanwhile(call.answeredAt ?? Number.NaN)).length - 1
}

/** Undefined for a call that was not answered before its process died. */
function gapToDeath(
  { from, startedAt, answeredAt }: VendorCall,
  madeAgainAt: number,
  kills: readonly Kill[],
): number | undefined {
  if (answeredAt === undefined) return undefined
  const death = kills.find((kill) => kill.from === from && kill.at >= startedAt && kill.at <= madeAgainAt)
  if (death === undefined) return Number.POSITIVE_INFINITY
  // The vendor hears of a death late, and may have answered nobody.
  return death.at < answeredAt ? undefined : death.at - answeredAt
}
