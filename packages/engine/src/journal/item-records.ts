import { isJsonObject, type JsonValue, type StepRecord } from '@runnel/contract'

/** The place of the record that says which items a step runs its children for. */
export function itemsPath(stepPath: string): string {
  return `${stepPath}/x0`
}

/** The items that a record tells of. */
export function readItems(record: StepRecord | undefined): JsonValue[] {
  const items = isJsonObject(record?.output) ? record.output.items : undefined
  return Array.isArray(items) ? items : []
}
