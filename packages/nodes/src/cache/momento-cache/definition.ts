import { type CredentialType, credentialInput, defineNode } from '@runnel/node-kit'
import { cacheDefinition } from '../cache-definition.ts'

const credential: CredentialType = {
  name: 'momentoCacheApi',
  label: 'Momento Cache API',
  version: 1,
  inputs: [
    { label: 'Cache', name: 'momentoCache', type: 'string' },
    { label: 'API Key', name: 'momentoApiKey', type: 'password' },
    {
      label: 'Endpoint',
      name: 'momentoEndpoint',
      type: 'string',
      placeholder: 'https://api.cache.cell-4-us-west-2-1.prod.a.momentohq.com',
      description: 'The HTTP endpoint that Momento shows beside the key',
    },
  ],
  test: async (fields) => (await import('./cache.ts')).testMomento(fields),
}

/** Keeps the replies of a model at Momento. */
export const momentoCache = defineNode({
  definition: cacheDefinition({
    name: 'momentoCache',
    label: 'Momento Cache',
    version: 1,
    type: 'MomentoCache',
    description:
      'Answers what a model was asked before, word by word, with the same reply, which Momento keeps for a day for all flows that use it',
    credential: { ...credentialInput(credential), optional: true },
  }),
  credentials: [credential],
  provides: { cache: async () => (await import('./cache.ts')).keepAtMomento },
})
