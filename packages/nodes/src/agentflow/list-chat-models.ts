import { type NodeDefinition, providedBy } from '@runnel/contract'
import type { LoadOptions } from '@runnel/node-kit'

/** The class of models that hold a conversation; the older ones, which go on with a text, are not of it. */
const CHAT_MODEL = 'BaseChatModel'

function isChatModel(definition: NodeDefinition): boolean {
  const classes = definition.outputs?.[0]?.baseClasses ?? definition.baseClasses
  return classes.includes(CHAT_MODEL) && providedBy(definition, undefined).includes('chatModel')
}

/** All chat models of the catalogue, to choose one in an agent-flow node. */
export const listChatModels: LoadOptions = async ({ catalogue }) =>
  catalogue
    .filter(isChatModel)
    .map(({ name, label, description }) => ({ name, label, description, imageSrc: name }))
