/** What a soak did. Memory is MB (2^20 bytes), resident. */
export interface SoakResult {
  minutes: number
  answers: number
  faults: number
  /** The highest of the minute around the tenth minute, or around a sixth of a shorter soak, and of the last one. */
  megabytesEarly: number
  megabytesEnd: number
  /** The end against the early one. */
  ratio: number
  isKept: boolean
}

/** A server that keeps what it should let go of grows beyond this. */
const MOST_GROWTH = 1.1
const EARLY_MINUTES = 10
const MINUTE_MS = 60_000

/** Judges the samples of a soak, one each `sampleMs`: garbage comes and goes, so that the peaks are compared. */
export function describeSoak(soak: {
  minutes: number
  sampleMs: number
  answers: number
  faults: number
  megabytes: readonly number[]
}): SoakResult {
  const { minutes, sampleMs, answers, faults, megabytes } = soak
  const perMinute = Math.max(1, Math.round(MINUTE_MS / sampleMs))
  const early = Math.round(Math.min(EARLY_MINUTES, minutes / 6) * perMinute)
  const megabytesEarly = Math.max(...megabytes.slice(Math.max(0, early - perMinute), Math.max(1, early)))
  const megabytesEnd = Math.max(...megabytes.slice(-perMinute))
  const ratio = megabytesEnd / megabytesEarly
  const isKept = faults === 0 && ratio <= MOST_GROWTH
  return { minutes, answers, faults, megabytesEarly, megabytesEnd, ratio, isKept }
}
