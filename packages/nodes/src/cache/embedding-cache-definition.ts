import type { InputDefinition, NodeDefinition } from '@runnel/contract'

const embeddingsInput: InputDefinition = {
  label: 'Embeddings',
  name: 'embeddings',
  type: 'Embeddings',
  description: 'Whose vectors are kept',
}

const namespaceInput: InputDefinition = {
  label: 'Namespace',
  name: 'namespace',
  type: 'string',
  description: 'Keeps vectors apart beyond model and workspace, which always are',
  optional: true,
  additionalParams: true,
}

/** The definition of a cache for vectors: it stands between embeddings and whatever uses them. */
export function embeddingCacheDefinition(
  own: Pick<NodeDefinition, 'name' | 'label' | 'version' | 'type' | 'description'> & Partial<NodeDefinition>,
): NodeDefinition {
  const { inputs = [] } = own
  return {
    icon: 'IconDatabase',
    category: 'Cache',
    color: '#8d99ae',
    baseClasses: [own.type, 'Embeddings'],
    kind: 'component',
    effects: 'none',
    provides: ['embeddingCache'],
    ...own,
    inputs: [embeddingsInput, ...inputs, namespaceInput],
  }
}
