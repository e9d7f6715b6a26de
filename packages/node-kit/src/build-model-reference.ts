import type { BuildNode } from './define-node.ts'

/** The `build` of every model node: which model, with which values and credential. Nothing is opened yet. */
export const buildModelReference: BuildNode = ({ node, values, credentialId }) => ({
  kind: 'model',
  model: {
    type: node.type,
    values,
    nodeId: node.id,
    ...(credentialId === undefined ? {} : { credentialId }),
  },
})
