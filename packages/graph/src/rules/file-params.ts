import { type FindDefinition, type FlowDocument, findValueReadAs } from '@runnel/contract'
import { listVectorStores } from '../plan/plan-ingestion.ts'

/** A param of a loader that takes files. */
export interface FileParam {
  nodeId: string
  param: string
  /** What names of its files end with, such as `.pdf`; none where it takes any file. */
  endings: string[]
}

/** The params before a store that take files. */
export function listFileParams(
  { nodes, edges }: FlowDocument,
  storeId: string,
  find: FindDefinition,
): FileParam[] {
  const before = new Set([storeId])
  for (const id of before) {
    for (const { source, target } of edges) if (target === id) before.add(source)
  }
  return listNodeFileParams({ nodes: nodes.filter(({ id }) => before.has(id)) }, find)
}

/** The params of nodes that take files. */
export function listNodeFileParams(
  { nodes }: Pick<FlowDocument, 'nodes'>,
  find: FindDefinition,
): FileParam[] {
  return nodes
    .filter(({ disabled }) => disabled !== true)
    .flatMap(({ id: nodeId, type }) =>
      (find(type)?.inputs ?? [])
        .filter((input) => input.type === 'file')
        .map(({ name, fileType = '' }) => ({ nodeId, param: name, endings: endingsOf(fileType) })),
    )
}

const endingsOf = (fileType: string): string[] =>
  fileType
    .split(',')
    .map((ending) => ending.trim().toLowerCase())
    .filter((ending) => ending !== '' && ending !== '*')

/** A store that takes the files of chats, and what names of these end with. */
export interface ChatStore {
  storeId: string
  endings: string[]
}

/** The first store of a flow that takes files of chats, and has a loader that reads them. */
export function findChatStore(document: FlowDocument, find: FindDefinition): ChatStore | undefined {
  const chosen = document.nodes.filter(({ type, values }) => {
    const value = findValueReadAs(values, find(type), 'chatFiles')
    return value === true || value === 'true'
  })
  if (chosen.length === 0) return undefined
  const stores = listVectorStores(document, find).filter((id) => chosen.some((node) => node.id === id))
  for (const storeId of stores) {
    const params = listFileParams(document, storeId, find)
    if (params.length > 0) return { storeId, endings: [...new Set(params.flatMap(({ endings }) => endings))] }
  }
  return undefined
}
