const STEPS = [
  { unit: 'megabyte', bytes: 1024 ** 2, digits: 1 },
  { unit: 'kilobyte', bytes: 1024, digits: 0 },
  { unit: 'byte', bytes: 1, digits: 0 },
] as const

/** The size of a file in the unit in which people read it: `3.4 MB`, `12 kB`. */
export function formatSize(bytes: number, language: string): string {
  const { unit, bytes: one, digits } = STEPS.find((step) => bytes >= step.bytes) ?? STEPS[2]
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: digits }).format(
    bytes / one,
  )
}
