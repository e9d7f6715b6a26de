const STEP = 1024
/** Each a step larger than the one before. `Intl` has names for the smaller ones only. */
const UNITS = ['byte', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const

/** The size of a file in the unit in which people read it: `3.43 MB`, `12 kB`. Two digits behind the point at most. */
export function formatSize(bytes: number, language: string): string {
  const rounded = (place: number) => Math.round((bytes / STEP ** place) * 100) / 100
  const last = UNITS.length - 1
  let place = 0
  while (place < last && rounded(place) >= STEP) place += 1
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(rounded(place))
  // A space that no line breaks at.
  return `${number}\u00A0${place === 0 ? nameByte(bytes, language) : UNITS[place]}`
}

/** `byte`, in the number that a language wants. */
function nameByte(count: number, language: string): string {
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: 'byte', unitDisplay: 'long' })
  return format.formatToParts(count).find(({ type }) => type === 'unit')?.value ?? UNITS[0]
}
