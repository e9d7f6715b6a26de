import { type NodeDefinition, providedBy } from '@runnel/contract'
import type { LoadOptions } from '../define-node.ts'

/** The classes of models that hold a conversation, and of those that go on with a text; Replicate's are of both. */
const CHAT_MODEL = 'BaseChatModel'
const TEXT_MODEL = 'BaseLLM'

function isChatModel(definition: NodeDefinition): boolean {
  const classes = definition.outputs?.[0]?.baseClasses ?? definition.baseClasses
  const holdsConversations = classes.includes(CHAT_MODEL) && !classes.includes(TEXT_MODEL)
  return holdsConversations && providedBy(definition, undefined).includes('chatModel')
}

/** All chat models of the catalogue, to choose one in an agent-flow node. */
export const listChatModels: LoadOptions = async ({ catalogue }) =>
  catalogue
    .filter(isChatModel)
    .map(({ name, label, description }) => ({ name, label, description, imageSrc: name }))
