import type { JsonValue } from '@runnel/contract'
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
