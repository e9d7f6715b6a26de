import { type Principal, workspaceOf } from '@runnel/access'
import {
  type Capability,
  type ChosenNode,
  type ConfigParam,
  isParam,
  type NodeDefinition,
  providedBy,
} from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { listNodeConfig } from '../nodes/list-config.ts'
import { outputThatProvides } from '../store-work/chosen-component.ts'
import { readStore } from '../store-work/read-store-rows.ts'
import { readVectorSettings } from '../store-work/stored-store.ts'
import { getReadableLoader } from './readable-store.ts'

/** Whether a node can stand by itself in a store: it needs nothing but a splitter, embeddings, the store or the like, and is itself no store. */
function standsAlone(definition: NodeDefinition, capability: Capability): boolean {
  const namesStore = definition.inputs.some(({ readAs }) => readAs === 'documentStore')
  const needs = definition.inputs.filter((input) => !isParam(input) && input.optional !== true)
  const mayNeed = capability === 'vectorStore' || capability === 'reranker' ? 1 : 0
  return !namesStore && needs.length <= mayNeed
}

/** The nodes of the catalogue that a store can have for a purpose. */
export function listStoreComponents(
  { catalogue }: Pick<OperationContext, 'catalogue'>,
  capability: Extract<
    Capability,
    'documentSource' | 'embedder' | 'vectorStore' | 'recordManager' | 'chatModel' | 'reranker'
  >,
): NodeDefinition[] {
  return catalogue.definitions.filter((definition) => {
    const output = outputThatProvides(definition, capability)
    return (
      output !== undefined &&
      providedBy(definition, output).includes(capability) &&
      standsAlone(definition, capability)
    )
  })
}

/** The params that a caller of `upsert` may give, of a loader and of the settings of its store. @throws RunnelError `not_found` */
export async function listStoreConfigs(
  context: OperationContext,
  principal: Principal,
  { storeId, loaderId }: { storeId: string; loaderId: string },
): Promise<ConfigParam[]> {
  const workspaceId = workspaceOf(principal)
  const { store } = await readStore(context, workspaceId, storeId)
  const loader = await getReadableLoader(context, principal, { storeId, loaderId })
  const {
    vectorStore,
    embedding,
    recordManager,
    contextModel = null,
    reranker = null,
  } = readVectorSettings(store)
  const named = (node: ChosenNode | null) => (node === null ? [] : [node.name])
  const names = [
    loader.loaderId,
    ...(loader.splitterId === '' ? [] : [loader.splitterId]),
    ...named(vectorStore),
    ...named(embedding),
    ...named(recordManager),
    ...named(contextModel),
    ...named(reranker),
  ]
  return names
    .filter((name) => context.catalogue.find(name) !== undefined)
    .flatMap((name) => listNodeConfig(context, { id: `${name}_0`, name }))
}
