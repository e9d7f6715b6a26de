import type { NodeDefinition } from '@runnel/contract'

/** Embeddings that are none: words, counted. */
export const demoEmbeddingsDefinition: NodeDefinition = {
  name: 'demoEmbeddings',
  label: 'Demo embeddings',
  version: 1,
  type: 'DemoEmbeddings',
  icon: 'IconTestPipe',
  category: 'Embeddings',
  description: 'No AI: finds texts that share words, without a key and without a network',
  baseClasses: ['DemoEmbeddings', 'Embeddings'],
  kind: 'component',
  comparesWords: true,
  effects: 'none',
  provides: ['embedder'],
  badge: 'No AI',
  inputs: [],
}
