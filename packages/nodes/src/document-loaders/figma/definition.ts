import { credentialInput, defineNode, keyCredential } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

const credential = keyCredential('figmaApi', {
  label: 'Figma API',
  field: 'accessToken',
  keyLabel: 'Access Token',
  test: { url: 'https://api.figma.com/v1/me', show: (key) => ({ headers: { 'x-figma-token': key } }) },
})

/** Nodes of a file of Figma as documents. */
export const figma = defineNode({
  definition: loaderDefinition({
    name: 'figma',
    label: 'Figma',
    version: 2,
    icon: 'IconVector',
    description: 'The nodes of a file of Figma',
    reads: 'servers',
    credential: credentialInput(credential),

    source: [
      {
        label: 'File Key',
        name: 'fileKey',
        type: 'string',
        overridable: true,
        placeholder: 'key',
        description: 'In the address of the file: figma.com/file/KEY/name',
        identifies: true,
      },
      {
        label: 'Node IDs',
        name: 'nodeIds',
        type: 'string',
        overridable: true,
        placeholder: '0:1, 1:2',
        description: 'Separated by commas',
      },
      {
        label: 'Recursive',
        name: 'recursive',
        type: 'boolean',
        overridable: true,
        description: 'Reads what is inside of the nodes as well',
        optional: true,
      },
    ],
  }),
  credentials: [credential],
  provides: provideLoader(async () => (await import('./load.ts')).loadNodes),
})
