import type { ConfigParam, JsonObject, JsonValue, NodeDefinition } from '@runnel/contract'

const MOST_PARAMS = 4
const examples: Record<string, JsonValue> = { number: 1, boolean: true, json: { key: 'value' } }

/** The fields of an example: the loader whose settings are the base, and some of its params with values of their kinds. */
export function sampleFields(
  docId: string,
  params: readonly ConfigParam[],
  loader: Pick<NodeDefinition, 'label' | 'inputs'> | undefined,
): JsonObject {
  const named = new Set(
    loader?.inputs.filter(({ additionalParams }) => !additionalParams).map(({ name }) => name),
  )
  const own = params
    .filter(({ node, name }) => node === loader?.label && named.has(name))
    .slice(0, MOST_PARAMS)
    .map(({ name, type }): [string, JsonValue] => [name, examples[type] ?? exampleText(type)])
  return {
    docId,
    metadata: { department: 'sales' },
    replaceExisting: true,
    ...(own.length > 0 && { loader: { config: Object.fromEntries(own) } }),
  }
}

/** Of a choice the first one. */
const exampleText = (type: string): string => type.split(/[,|]/)[0]?.trim() ?? type
