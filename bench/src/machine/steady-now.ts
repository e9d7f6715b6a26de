const MILLISECONDS = 1_000_000

/** Milliseconds of the machine's steady clock, the same in every process. */
export function steadyNow(): number {
  return Number(process.hrtime.bigint()) / MILLISECONDS
}
