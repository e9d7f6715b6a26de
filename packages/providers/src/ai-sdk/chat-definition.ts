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
  const { name, type, credentialName, label, version, description, inputs } = facts
  const { isCredentialOptional, sendsCredentialTo = [], icon = 'IconSparkles' } = facts
  return {
    name,
    label,
    version,
    type,
    icon,
    category: 'Chat Models',
    color: '#64B5F6',
    description,
    baseClasses: [type, 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
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
