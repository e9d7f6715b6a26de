import type { LoadOptions } from '@runnel/node-kit'

/** All chat models of the catalogue, to choose one in an agent-flow node. */
export const listChatModels: LoadOptions = async ({ catalogue }) =>
  catalogue
    .filter(({ provides }) => provides?.includes('chatModel'))
    .map(({ name, label, description }) => ({ name, label, description, imageSrc: name }))
