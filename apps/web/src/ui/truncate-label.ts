const DOTS = '...'

/** A label of at most `length` characters; one that is longer loses its end to three dots. */
export function truncateLabel(label: string, length: number): string {
  if (label.length <= length) return label
  const kept = label.slice(0, length - DOTS.length)
  // A character of two halves is not cut in two.
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}${DOTS}`
}
