import type { InputDefinition, NodeDefinition } from '@runnel/contract'

/** What is a vendor's own in the definition of its embeddings. */
export interface EmbedderFacts {
  /** Stored names: node, class and credential type never change. */
  name: string
  type: string
  credentialName: string
  label: string
  /** The reference's version of the node. */
  version: number
  description: string
  inputs: InputDefinition[]
  isCredentialOptional?: boolean
  /** Params that say where the key and the texts go. */
  sendsCredentialTo?: string[]
  icon?: string
}

/** The definition of a node that gives an embedder. */
export function embedderDefinition(facts: EmbedderFacts): NodeDefinition {
  const { name, type, credentialName, label, version, description, inputs } = facts
  const { isCredentialOptional, sendsCredentialTo = [], icon = 'IconSparkles' } = facts
  return {
    name,
    label,
    version,
    type,
    icon,
    category: 'Embeddings',
    description,
    baseClasses: [type, 'Embeddings'],
    kind: 'component',
    effects: 'none',
    provides: ['embedder'],
    ...(sendsCredentialTo.length > 0 ? { sendsCredentialTo } : {}),
    credential: {
      label: 'Connect Credential',
      name: 'credential',
      type: 'credential',
      credentialNames: [credentialName],
      ...(isCredentialOptional ? { optional: true } : {}),
    },
    inputs,
  }
}

/** Params that embeddings have in common, under the reference's names. */

export const stripNewLinesInput: InputDefinition = {
  label: 'Strip New Lines',
  name: 'stripNewLines',
  type: 'boolean',
  description: 'Line breaks become blanks before a text is embedded',
  optional: true,
  additionalParams: true,
}

export const batchSizeInput: InputDefinition = {
  label: 'Batch Size',
  name: 'batchSize',
  type: 'number',
  description: 'How many texts one call holds at most',
  optional: true,
  additionalParams: true,
}

export const embeddingTimeoutInput: InputDefinition = {
  label: 'Timeout',
  name: 'timeout',
  type: 'number',
  description: 'How long a call may take, in milliseconds',
  optional: true,
  additionalParams: true,
}

export const dimensionsInput: InputDefinition = {
  label: 'Dimensions',
  name: 'dimensions',
  type: 'number',
  description: 'Shorter vectors, for models that can give them',
  optional: true,
  additionalParams: true,
}

/** A model's name: which vectors fit each other depends on it, so callers may not override it. */
export const embeddingModelInput = (facts: {
  name?: string
  lists?: boolean
  initial?: string
}): InputDefinition => ({
  label: 'Model Name',
  name: facts.name ?? 'modelName',
  identifies: true,
  type: facts.lists ? 'asyncOptions' : 'string',
  ...(facts.lists ? { loadMethod: 'listModels', freeSolo: true } : {}),
  ...(facts.initial === undefined ? {} : { default: facts.initial }),
})
