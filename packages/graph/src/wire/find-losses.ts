import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import { isDeepEqual } from '../document/deep-equal.ts'

function lossesInObject(came: JsonObject, kept: JsonObject, path: string): string[] {
  return Object.entries(came).flatMap(([key, value]) =>
    findLosses(value, Object.hasOwn(kept, key) ? kept[key] : undefined, path === '' ? key : `${path}.${key}`),
  )
}

/**
 * Paths of what came and is not kept, or is kept as something else; nearest to the top first. What was added is no
 * loss.
 */
export function findLosses(came: JsonValue, kept: JsonValue | undefined, path = ''): string[] {
  if (isDeepEqual(came, kept)) return []
  if (isJsonObject(came) && isJsonObject(kept)) return lossesInObject(came, kept, path)
  if (!Array.isArray(came) || !Array.isArray(kept)) return [path]
  return came.flatMap((item, index) => findLosses(item, kept[index], `${path}[${index}]`))
}
