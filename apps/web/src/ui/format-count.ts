const STEP = 1000
const SUFFIXES = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const

/** A number where the order of its size is enough: `999`, `1.2k`, `3M`. One digit behind the point at most. */
export function formatCount(count: number, language: string): string {
  const rounded = (place: number) => Math.round((count / STEP ** place) * 10) / 10
  const last = SUFFIXES.length - 1
  let place = 0
  while (place < last && Math.abs(rounded(place)) >= STEP) place += 1
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(rounded(place))
  return `${number}${SUFFIXES[place]}`
}
