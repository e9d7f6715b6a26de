import { isJsonObject, type JsonValue, type StepRecord } from '@runnel/contract'
import type { IterationContext } from '../scope.ts'

/** What the children of an iteration know of their item. */
export function createIterationContext(
  items: JsonValue[],
  index: number,
  sessionId: string,
): IterationContext {
  return {
    index,
    value: items[index] ?? null,
    isFirst: index === 0,
    isLast: index === items.length - 1,
    sessionId,
  }
}

/** What stands before the paths of an item's steps. */
export function itemPrefix(stepPath: string, index: number): string {
  return `${stepPath}[${index}]/`
}

/** The place of the record that says which items a step runs its children for. */
export function itemsPath(stepPath: string): string {
  return `${stepPath}/x0`
}

/** The items that a record tells of. */
export function readItems(record: StepRecord | undefined): JsonValue[] {
  const items = isJsonObject(record?.output) ? record.output.items : undefined
  return Array.isArray(items) ? items : []
}
