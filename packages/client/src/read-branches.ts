import { isJsonObject, type JsonObject } from '@runnel/contract/wire'

/**
 * Which branches a condition took, in the order of its branches: `output.conditions[].isFulfilled` of an executed
 * node. Undefined for nodes that decide nothing.
 */
export function readBranches(data: JsonObject | undefined): readonly boolean[] | undefined {
  const output = data?.output
  if (!isJsonObject(output) || !Array.isArray(output.conditions)) return undefined
  return output.conditions.map((each) => isJsonObject(each) && each.isFulfilled === true)
}
