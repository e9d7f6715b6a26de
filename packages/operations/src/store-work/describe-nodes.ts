import {
  type ChosenNode,
  type FlowDocument,
  type HistoryNode,
  isParam,
  type JsonObject,
  type JsonValue,
  type NodeDefinition,
  readFileParam,
} from '@runnel/contract'
import type { DocumentLoaderRow, DocumentStoreRow } from '@runnel/db'
import type { Catalogue } from '../catalogue.ts'
import { readFiles, readLoaderConfigs, readVectorSettings } from './stored-store.ts'

/** Values that are long stand in a history in part. */
const LONGEST_VALUE = 1_000

/** What was used for an upsert of a store: its loaders, splitters and the settings of its vectors. */
export function describeStoreNodes(
  catalogue: Catalogue,
  store: DocumentStoreRow,
  loaders: readonly DocumentLoaderRow[],
): HistoryNode[] {
  const {
    vectorStore,
    embedding,
    recordManager,
    contextModel = null,
    reranker = null,
  } = readVectorSettings(store)
  const ofLoaders = loaders.flatMap((loader) => {
    const { loaderConfig, splitterConfig } = readLoaderConfigs(loader)
    const files = readFiles(loader)
    const named = Object.fromEntries(
      files.map(({ param }) => [param, files.map(({ name }) => name).join(', ')]),
    )
    const own = { name: loader.loaderId, config: { ...loaderConfig, ...named } }
    const splitter = loader.splitterId === '' ? [] : [{ name: loader.splitterId, config: splitterConfig }]
    return [own, ...splitter].map((chosen) => describe(catalogue, { id: loader.id, chosen }))
  })
  const chosen: [string, ChosenNode | null][] = [
    ['vectorStore', vectorStore],
    ['embedding', embedding],
    ['recordManager', recordManager],
    ['contextModel', contextModel],
    ['reranker', reranker],
  ]
  const ofStore = chosen.flatMap(([id, node]) => (node ? [describe(catalogue, { id, chosen: node })] : []))
  return [...ofLoaders, ...ofStore]
}

/** The nodes of a flow that lead to the store that was filled. */
export function describeFlowNodes(
  catalogue: Catalogue,
  document: FlowDocument,
  storeId: string,
): HistoryNode[] {
  const before = new Set([storeId])
  for (const id of before)
    for (const { source, target } of document.edges) if (target === id) before.add(source)
  return document.nodes
    .filter(({ id }) => before.has(id))
    .map((node) =>
      describe(catalogue, {
        id: node.id,
        chosen: { name: node.type, config: node.values },
        label: node.label,
      }),
    )
}

function describe(
  catalogue: Catalogue,
  { id, chosen, label }: { id: string; chosen: ChosenNode; label?: string },
): HistoryNode {
  const definition = catalogue.find(chosen.name)
  return {
    id,
    name: chosen.name,
    label: label ?? definition?.label ?? chosen.name,
    category: definition?.category ?? '',
    paramValues: definition ? describeParams(definition, chosen.config) : [],
  }
}

function describeParams({ inputs }: NodeDefinition, config: JsonObject): HistoryNode['paramValues'] {
  return inputs.flatMap(({ label, name, type, ...input }) => {
    if (!isParam({ type }) || type === 'password' || type === 'credential') return []
    const value = shown(type, config[name])
    return value === undefined || input.display === false ? [] : [{ label, name, type, value }]
  })
}

/** A value as it is told: files by their names, what is long in part, what is empty not at all. */
function shown(type: string, value: JsonValue | undefined): JsonValue | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (type === 'file' && typeof value === 'string') {
    const names = readFileParam(value).flatMap(({ name }) => name ?? [])
    return names.length > 0 ? names.join(', ') : value.slice(0, LONGEST_VALUE)
  }
  return typeof value === 'string' ? value.slice(0, LONGEST_VALUE) : value
}
