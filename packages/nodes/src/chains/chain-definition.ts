import type { InputDefinition, NodeDefinition } from '@runnel/contract'
import { moderationInput } from '@runnel/node-kit'

export const languageModelInput: InputDefinition = {
  label: 'Language Model',
  name: 'model',
  type: 'BaseLanguageModel',
}

export const returnSourcesInput: InputDefinition = {
  label: 'Return Source Documents',
  name: 'returnSourceDocuments',
  type: 'boolean',
  overridable: true,
  description: 'Shows from which pieces an answer was made',
  optional: true,
}

type OwnParts = 'name' | 'label' | 'version' | 'type' | 'icon' | 'description' | 'inputs'

type ChainFacts = Pick<NodeDefinition, OwnParts> &
  Partial<NodeDefinition> & {
    /** Somebody else than a model answers: none is wired to it, and nothing is streamed. */
    asksNoModel?: boolean
  }

/** The definition of a chain: what all of them have in common, under what it says itself. */
export function chainDefinition({ inputs, asksNoModel = false, ...own }: ChainFacts): NodeDefinition {
  return {
    category: 'Chains',
    color: '#9C89B8',
    baseClasses: [own.type, 'BaseChain', 'Runnable'],
    kind: 'step',
    effects: 'none',
    answers: true,
    ...(!asksNoModel && { streams: true }),
    inputs: [...(asksNoModel ? [] : [languageModelInput]), ...inputs, moderationInput],
    ...own,
  }
}
