/** An object's keys with what may be undefined taken out of their types. */
export type Defined<Values> = { [Key in keyof Values]: Exclude<Values[Key], undefined> }

/** Leaves out the keys whose value is undefined, so that a default or the stored value stands. */
export function withoutUndefined<Values extends object>(values: Values): Defined<Values> {
  // Object.fromEntries forgets the keys' types; only keys that held undefined are gone.
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Defined<Values>
}
