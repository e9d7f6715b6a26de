import { type CredentialType, credentialInput, defineNode, pathAt, testKey } from '@runnel/node-kit'
import { cacheDefinition } from '../cache-definition.ts'

const credential: CredentialType = {
  name: 'upstashRedisApi',
  label: 'Upstash Redis API',
  version: 1,
  inputs: [
    {
      label: 'Upstash Redis REST URL',
      name: 'upstashConnectionUrl',
      type: 'string',
      placeholder: 'https://my-database.upstash.io',
    },
    { label: 'Token', name: 'upstashConnectionToken', type: 'password' },
  ],
  test: testKey('upstashConnectionToken', { url: pathAt('upstashConnectionUrl', '/ping') }),
}

/** Keeps the replies of a model in a Redis of Upstash. */
export const upstashRedisCache = defineNode({
  definition: cacheDefinition({
    name: 'upstashRedisCache',
    label: 'Upstash Redis Cache',
    version: 1,
    type: 'UpstashRedisCache',
    description:
      'Answers what a model was asked before, word by word, with the same reply, which a Redis of Upstash keeps for all flows that use it',
    credential: { ...credentialInput(credential), optional: true },
  }),
  credentials: [credential],
  provides: { cache: async () => (await import('./cache.ts')).keepInUpstash },
})
