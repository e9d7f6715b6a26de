import { type CredentialType, defineNode, keyCredential } from '@runnel/node-kit'
import { pageLimitInput } from '../address-inputs.ts'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

const cloud: CredentialType = {
  name: 'confluenceCloudApi',
  untested: 'addressInNode',
  label: 'Confluence Cloud API',
  version: 1,
  inputs: [
    { label: 'Access Token', name: 'accessToken', type: 'password' },
    { label: 'Username', name: 'username', type: 'string', placeholder: 'ada@example.com' },
  ],
}
const server = keyCredential('confluenceServerDCApi', {
  untested: 'addressInNode',
  label: 'Confluence Server/Data Center API',
  field: 'personalAccessToken',
  keyLabel: 'Personal Access Token',
})

/** Pages of Confluence as documents. */
export const confluence = defineNode({
  definition: loaderDefinition({
    name: 'confluence',
    label: 'Confluence',
    version: 2,
    icon: 'IconBook',
    description: 'The pages of a space of Confluence',
    reads: 'servers',
    credential: {
      label: 'Connect Credential',
      name: 'credential',
      type: 'credential',
      credentialNames: [cloud.name, server.name],
    },
    sendsCredentialTo: ['baseUrl'],
    source: [],
    settings: [
      {
        label: 'Base URL',
        name: 'baseUrl',
        type: 'string',
        placeholder: 'https://example.atlassian.net/wiki',
        description: 'The whole address of Confluence',
        identifies: true,
      },
      {
        label: 'Space Key',
        name: 'spaceKey',
        type: 'string',
        overridable: true,
        placeholder: '~EXAMPLE362906de5d343d49dcdbae5dEXAMPLE',
        description: 'In the address of the space, behind /spaces/',
      },
      pageLimitInput('limit', 'How many pages are read at most; 0 reads all', 0),
    ],
  }),
  credentials: [cloud, server],
  provides: provideLoader(async () => (await import('./load.ts')).loadPages),
})
