import { providedBy } from '@runnel/contract'
import type { LoadOptions } from '@runnel/node-kit'

/** All image models of the catalogue. */
export const listImageModels: LoadOptions = async ({ catalogue }) =>
  catalogue
    .filter((definition) => providedBy(definition, undefined).includes('imageModel'))
    .map(({ name, label, description }) => ({ name, label, description, imageSrc: name }))
