import type { ChosenNode, HistoryNode } from '@runnel/contract'
import type { DocumentLoaderRow, DocumentStoreRow } from '@runnel/db'
import { describeUsed } from '@runnel/graph'
import type { Catalogue } from '../catalogue.ts'
import { readFiles, readLoaderConfigs, readVectorSettings } from './stored-store.ts'

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
  const describe = (id: string, { name, config }: ChosenNode) =>
    describeUsed(catalogue.find, { id, type: name, values: config })
  const ofLoaders = loaders.flatMap((loader) => {
    const { loaderConfig, splitterConfig } = readLoaderConfigs(loader)
    const files = readFiles(loader)
    const named = Object.fromEntries(
      files.map(({ param }) => [param, files.map(({ name }) => name).join(', ')]),
    )
    const own = { name: loader.loaderId, config: { ...loaderConfig, ...named } }
    const splitter = loader.splitterId === '' ? [] : [{ name: loader.splitterId, config: splitterConfig }]
    return [own, ...splitter].map((chosen) => describe(loader.id, chosen))
  })
  const chosen: [string, ChosenNode | null][] = [
    ['vectorStore', vectorStore],
    ['embedding', embedding],
    ['recordManager', recordManager],
    ['contextModel', contextModel],
    ['reranker', reranker],
  ]
  const ofStore = chosen.flatMap(([id, node]) => (node ? [describe(id, node)] : []))
  return [...ofLoaders, ...ofStore]
}
