type Search = Record<string, unknown>

/** A text field of the address; undefined when it is empty. The router turns `?q=12` into a number: it is text here. */
export function textField(search: Search, name: string): string | undefined {
  const value = search[name]
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A field of the address that may hold only the listed words. */
export function choiceField<const T extends string>(
  search: Search,
  name: string,
  choices: readonly T[],
): T | undefined {
  return choices.find((choice) => choice === search[name])
}

/** A whole number of the address, from 1 on. */
export function countField(search: Search, name: string): number | undefined {
  const value = Number(search[name])
  return Number.isInteger(value) && value >= 1 ? value : undefined
}

/** Leaves out the fields that are undefined, so that the address names only what was chosen. */
export function onlyChosen<const T extends Record<string, unknown>>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const chosen = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(chosen) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
