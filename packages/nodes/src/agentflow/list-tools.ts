import { isParam, providedBy } from '@runnel/contract'
import type { LoadOptions } from '@runnel/node-kit'

/** All tools of the catalogue that need nothing wired to them, to choose one in an agent-flow node. */
export const listTools: LoadOptions = async ({ catalogue }) =>
  catalogue
    .filter((definition) => providedBy(definition, undefined).includes('toolset'))
    .filter(({ inputs }) => inputs.every((input) => isParam(input) || input.optional === true))
    .map(({ name, label, description }) => ({ name, label, description, imageSrc: name }))
