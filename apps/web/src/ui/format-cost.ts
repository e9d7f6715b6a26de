/** Below this amount a rounded price would say nothing. */
const CENT = 0.01

/** An amount of US dollars: cents for what is worth one, else two digits that count. */
export function formatCost(dollars: number, language: string): string {
  const isSmall = dollars > 0 && dollars < CENT
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    ...(isSmall ? { maximumSignificantDigits: 2 } : {}),
  }).format(dollars)
}
