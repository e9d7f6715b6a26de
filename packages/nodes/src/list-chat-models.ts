import type { LoadOptions } from '@runnel/node-kit'

/** All chat models of the catalogue, to choose one in an agent-flow node. */
export const listChatModels: LoadOptions = async ({ catalogue }) =>
  catalogue
    .filter(({ category, tags }) => category === 'Chat Models' && !tags?.includes('LlamaIndex'))
    .map(({ name, label, description }) => ({ name, label, description, imageSrc: name }))
