import { defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

/** The answer of an API as a document. */
export const apiLoader = defineNode({
  definition: loaderDefinition({
    name: 'apiLoader',
    label: 'API Loader',
    version: 2.1,
    icon: 'IconLink',
    description: 'What an address of the web answers',
    reads: 'servers',

    source: [],
    settings: [
      {
        label: 'Method',
        name: 'method',
        type: 'options',
        options: [
          { label: 'GET', name: 'GET' },
          { label: 'POST', name: 'POST' },
        ],
        default: 'GET',
      },
      {
        label: 'URL',
        name: 'url',
        type: 'string',
        placeholder: 'https://api.example.com/articles',
        identifies: true,
      },
      {
        label: 'Headers',
        name: 'headers',
        type: 'json',
        description: 'Sent with the request',
        namesNoHost: true,
        optional: true,
        additionalParams: true,
      },
      {
        label: 'CA File',
        name: 'caFile',
        type: 'file',
        fileType: '.pem, .crt',
        description:
          'Kept for imported flows, and not read: a certificate of one\u2019s own authority is trusted where NODE_EXTRA_CA_CERTS names it at the start of this server',
        namesNoHost: true,
        optional: true,
        additionalParams: true,
      },
      {
        label: 'Body',
        name: 'body',
        type: 'json',
        description: 'Sent with POST as JSON',
        namesNoHost: true,
        optional: true,
        additionalParams: true,
      },
    ],
  }),

  provides: provideLoader(async () => (await import('./load.ts')).loadAnswer),
})
