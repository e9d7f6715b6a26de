const { stringify } = JSON

/** Any value as one text, for the log and for errors. Never throws what the value's own methods throw inside JSON. */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Error) return String(value.stack ? `${value}\n${value.stack}` : value)
  try {
    return stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}
