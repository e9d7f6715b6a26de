/** The seed of every ordinary run, so that it tries the same cases today as yesterday. */
const SEED = 20_261_122
const LONG_TIMEOUT_MS = 12 * 3_600_000

const isLong = process.env.CAMPAIGN === 'long'

/**
 * How often a property is tried, for `fc.assert`: `few` times with the same cases in each `npm test`, `many` times with
 * new ones in `npm test -- build long`. `CAMPAIGN_SEED` repeats what a long one found.
 */
export function campaign(few: number, many: number): { numRuns: number; seed?: number } {
  const seed = process.env.CAMPAIGN_SEED
  if (seed !== undefined) return { numRuns: campaignRounds(few, many), seed: Number(seed) }
  return isLong ? { numRuns: many } : { numRuns: few, seed: SEED }
}

/** The same for what goes in rounds of its own, such as kills of a process. */
export function campaignRounds(few: number, many: number): number {
  return isLong ? many : few
}

/**
 * What one of many subjects tries of a list: one in `of`, another share for each subject, so that all subjects
 * together try the whole list many times over; in a long campaign each tries all.
 */
export function campaignShare<Case>(
  cases: readonly Case[],
  { subject, of }: { subject: number; of: number },
): Case[] {
  return isLong ? [...cases] : cases.filter((_, at) => at % of === subject % of)
}

/** How long such a test may take, in milliseconds: as given, or in a long campaign as long as it needs. */
export function campaignTimeout(ms: number): number {
  return isLong ? LONG_TIMEOUT_MS : ms
}
