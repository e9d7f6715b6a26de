/** What became of one field of an audited thing: of a list what came and what went, of anything else what it was and is. */
export type FieldChange =
  | { field: string; added: string[]; removed: string[] }
  | { field: string; before: unknown; after: unknown }

/** A field of something that was made or is gone. */
export interface FieldFact {
  field: string
  value: unknown
}

/** What something was made with, or was when it went: its fields that say something. None where it had a state before and after. */
export function listFacts(before: unknown, after: unknown): FieldFact[] {
  const states = [before, after].filter((state) => state !== null && state !== undefined)
  const [only] = states
  if (states.length !== 1 || !isRecord(only)) return []
  return Object.entries(only)
    .filter(([, value]) => value !== null && value !== '')
    .map(([field, value]) => ({ field, value }))
}

/** The fields that differ between two states of a thing; none where there was no state before, or is none after. */
export function listChanges(before: unknown, after: unknown): FieldChange[] {
  if (!isRecord(before) || !isRecord(after)) return []
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return fields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => changeOf(field, before[field] ?? null, after[field] ?? null))
}

function changeOf(field: string, before: unknown, after: unknown): FieldChange {
  if (!isTextList(before) || !isTextList(after)) return { field, before, after }
  const added = after.filter((each) => !before.includes(each))
  const removed = before.filter((each) => !after.includes(each))
  // The same in another order is told as it is.
  return added.length + removed.length > 0 ? { field, added, removed } : { field, before, after }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value is a list of texts alone. */
export function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}
