import {
  type FindDefinition,
  type FlowDocument,
  isJsonObject,
  type JsonObject,
  type NodeDefinition,
} from '@runnel/contract'

/** Media types of the files that the models of a flow see, as their authors let them through; nested choices too. */
export function listMediaTypes(document: FlowDocument, find: FindDefinition): string[] {
  const types = document.nodes.flatMap(({ type, values }) => mediaOf(find(type), values, find))
  return [...new Set(types)]
}

function mediaOf(definition: NodeDefinition | undefined, values: JsonObject, find: FindDefinition): string[] {
  return (definition?.inputs ?? []).flatMap((input) => {
    const value = values[input.name] ?? input.default
    if (input.opensMedia) return value === true || value === 'true' ? input.opensMedia : []
    const settings = values[`${input.name}Config`]
    if (input.loadConfig !== true || typeof value !== 'string' || !isJsonObject(settings)) return []
    return mediaOf(find(value), settings, find)
  })
}
