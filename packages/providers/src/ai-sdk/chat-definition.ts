import type { InputDefinition, NodeDefinition } from '@runnel/contract'

/** What is a vendor's own in the definition of its chat models. */
export interface ChatModelFacts {
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
  /** Params that say where the key goes. */
  sendsCredentialTo?: string[]
  icon?: string
}

/** The definition of a node that gives a chat model. */
export function chatModelDefinition(facts: ChatModelFacts): NodeDefinition {
  return {
    ...modelDefinition(facts),
    category: 'Chat Models',
    color: '#64B5F6',
    baseClasses: [facts.type, 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  }
}

/**
 * The definition of one of the older nodes for a model that takes a text and goes on with it. It fits where any language
 * model does, and is asked as a chat model.
 */
export function llmDefinition(facts: ChatModelFacts): NodeDefinition {
  return {
    ...modelDefinition(facts),
    category: 'LLMs',
    baseClasses: [facts.type, 'LLM', 'BaseLLM', 'BaseLanguageModel', 'Runnable'],
    badge: 'DEPRECATING',
  }
}

function modelDefinition(facts: ChatModelFacts): Omit<NodeDefinition, 'category' | 'baseClasses'> {
  const { name, type, credentialName, label, version, description, inputs } = facts
  const { isCredentialOptional, sendsCredentialTo = [], icon = 'IconSparkles' } = facts
  return {
    name,
    label,
    version,
    type,
    icon,
    description,
    kind: 'component',
    effects: 'none',
    provides: ['chatModel'],
    ...(sendsCredentialTo.length > 0 ? { sendsCredentialTo } : {}),
    streams: true,
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
