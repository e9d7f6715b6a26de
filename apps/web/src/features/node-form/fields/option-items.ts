import type { ParamOption } from '@runnel/contract'

/** Options as items of a select; chosen values that are not among them are added, so that they stay visible. */
export function toItems(
  options: readonly ParamOption[],
  ...chosen: string[]
): { value: string; label: string }[] {
  const known = new Map(options.map(({ name, label }) => [name, label]))
  for (const value of chosen) if (value !== '' && !known.has(value)) known.set(value, value)
  return [...known].map(([value, label]) => ({ value, label }))
}
