/** Middle of the values; of an even number the mean of the middle two. @throws Error without values. */
export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** Linear percentile (0–100) of the values. @throws Error without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = ((sorted.length - 1) * share) / 100
  const low = sorted[Math.floor(place)]
  const high = sorted[Math.ceil(place)]
  if (low === undefined || high === undefined) throw new Error('A percentile needs at least one value.')
  return low + (high - low) * (place - Math.floor(place))
}
