import type { InputDefinition } from '@runnel/contract'
import { RunnelError } from '@runnel/contract'
import {
  baseRetrieverInput,
  defineNode,
  findWired,
  type NodeType,
  provideRetriever,
  type Rerank,
  type Retrieve,
  readNumber,
  retrieverDefinition,
} from '@runnel/node-kit'

/** What is a vendor's own in a retriever that has it order what another one finds. */
export interface RerankFacts {
  /** Stored names: node, class and credential type never change. */
  name: string
  type: string
  credentialName: string
  label: string
  description: string
  models: string[]
  /** The param that says how many are kept, and what it says at first. */
  most: { name: string; initial?: number }
  settings?: InputDefinition[]
  rerank: () => Promise<Rerank>
}

/** How the ordering models of Cohere take long documents. */
export const maxChunksInput: InputDefinition = {
  label: 'Max Chunks Per Doc',
  name: 'maxChunksPerDoc',
  type: 'number',
  overridable: true,
  min: 1,
  placeholder: '10',
  description: 'Into how many pieces a long document is cut at most',
  optional: true,
  additionalParams: true,
}

/** The node of a retriever that asks another one, and has a vendor order what it found by how well it fits. */
export function rerankRetriever(facts: RerankFacts): NodeType {
  const { name, type, credentialName, label, description, models, most, settings = [], rerank } = facts
  return defineNode({
    definition: retrieverDefinition({
      name,
      label,
      version: 1,
      type,
      description,
      credential: {
        label: 'Connect Credential',
        name: 'credential',
        type: 'credential',
        credentialNames: [credentialName],
      },
      anchors: [baseRetrieverInput],
      settings: [
        {
          label: 'Model Name',
          name: 'model',
          type: 'options',
          identifies: true,
          options: models.map((model) => ({ label: model, name: model })),
          default: models[0] ?? '',
          optional: true,
        },
        {
          label: most.name === 'topN' ? 'Top N' : 'Top K',
          name: most.name,
          type: 'number',
          overridable: true,
          min: 1,
          ...(most.initial === undefined ? {} : { default: most.initial }),
          description: 'How many documents are kept at most, the best ones; all that were found when empty',
          optional: true,
          additionalParams: true,
        },
        ...settings,
      ],
      uses: ['reranker'],
    }),
    provides: { ...provideRetriever(async () => retrieveBest(most.name)), reranker: rerank },
  })
}

/** Of what the base retriever finds, the documents that fit the query best, as the vendor orders them. */
function retrieveBest(mostParam: string): Retrieve {
  return async (component, { query, limit, filter }, call) => {
    const base = findWired(call, component, ['baseRetriever', 'retriever'])
    if (!base)
      throw new RunnelError(
        'missing_component',
        `${component.label} has no retriever. Connect a node of that kind to it.`,
      )
    const found = await call.retrieve(base, { query, ...(filter && { filter }) })
    if (found.length === 0) return []
    const wanted = readNumber(component.values, mostParam) ?? found.length
    const most = Math.max(1, Math.floor(Math.min(wanted, limit ?? wanted, found.length)))
    const texts = found.map(({ pageContent }) => pageContent)
    const order = await call.rerank(component, { query, texts, limit: most })
    return order.flatMap(({ index, score }) => {
      const document = found[index]
      return document ? [{ ...document, score }] : []
    })
  }
}
