const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

/** A size in bytes for people: `12 kB`, `1.4 MB`. */
export function formatSize(bytes: number, language: string): string {
  const isLarge = bytes >= MEGABYTE
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  })
  return format.format(isLarge ? bytes / MEGABYTE : Math.max(1, bytes / KILOBYTE))
}
