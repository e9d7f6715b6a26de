import { providedBy } from '@runnel/contract'
import type { LoadOptions } from '@runnel/node-kit'

/** All chat models of the catalogue, to choose one in an agent-flow node. */
export const listChatModels: LoadOptions = async ({ catalogue }) =>
  catalogue
    .filter((definition) => providedBy(definition, undefined).includes('chatModel'))
    .map(({ name, label, description }) => ({ name, label, description, imageSrc: name }))
