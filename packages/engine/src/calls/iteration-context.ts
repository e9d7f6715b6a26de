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

/** What stands before the paths of an item's steps. `ownPath` is that of the step, or of the try that runs them. */
export function itemPrefix(ownPath: string, index: number): string {
  return `${ownPath}[${index}]/`
}

/** The place of the record that says which items are run. */
export function itemsPath(ownPath: string): string {
  return `${ownPath}/x0`
}

/** The last try of a step that began its items, as far as a journal tells; the step itself where it knows no tries. */
export function findItemsOwner(
  stepPath: string,
  findLatest: (path: string) => StepRecord | undefined,
): string {
  let owner = stepPath
  for (let tries = 0; findLatest(tryPath(stepPath, tries)); tries += 1)
    if (findLatest(itemsPath(tryPath(stepPath, tries)))) owner = tryPath(stepPath, tries)
  return owner
}

/** The path of a try. */
const tryPath = (stepPath: string, tries: number): string => `${stepPath}/y${tries}`

/** The items that a record tells of. */
export function readItems(record: StepRecord | undefined): JsonValue[] {
  const items = isJsonObject(record?.output) ? record.output.items : undefined
  return Array.isArray(items) ? items : []
}
