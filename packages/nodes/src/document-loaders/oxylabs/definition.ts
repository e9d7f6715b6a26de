import { authoriseRequest, type CredentialType, credentialInput, defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

const credential: CredentialType = {
  name: 'oxylabsApi',
  label: 'Oxylabs API',
  version: 1,
  inputs: [
    { label: 'Oxylabs Username', name: 'username', type: 'string' },
    { label: 'Oxylabs Password', name: 'password', type: 'password' },
  ],
  test: ({ username = '', password = '' }) => ({
    url: 'https://data.oxylabs.io/v2/stats',
    ...authoriseRequest({ basicAuthUsername: username.trim(), basicAuthPassword: password }),
  }),
}

/** Pages read by Oxylabs as documents. */
export const oxylabs = defineNode({
  definition: loaderDefinition({
    name: 'oxylabs',
    label: 'Oxylabs',
    version: 1,
    icon: 'IconWorld',
    description: 'Pages of the web and of shops, read by Oxylabs',
    reads: 'servers',
    credential: credentialInput(credential),

    source: [],
    settings: [
      {
        label: 'Query',
        name: 'query',
        type: 'string',
        overridable: true,
        description: 'An address, a search, or the number of a product, as the source wants it',
      },
      {
        label: 'Source',
        name: 'source',
        type: 'options',
        options: [
          { label: 'Universal', name: 'universal' },
          { label: 'Google Search', name: 'google_search' },
          { label: 'Amazon Product', name: 'amazon_product' },
          { label: 'Amazon Search', name: 'amazon_search' },
        ],
        default: 'universal',
      },
      {
        label: 'Geolocation',
        name: 'geo_location',
        type: 'string',
        overridable: true,
        placeholder: 'Germany',
        description: 'Where it is asked from',
        optional: true,
      },
      {
        label: 'Render',
        name: 'render',
        type: 'boolean',
        overridable: true,
        default: false,
        description: 'Runs the scripts of the page first',
        optional: true,
      },
      {
        label: 'Parse',
        name: 'parse',
        type: 'boolean',
        overridable: true,
        default: false,
        description: 'Gives data in place of the page where the source knows how',
        optional: true,
      },
      {
        label: 'User Agent Type',
        name: 'user_agent_type',
        type: 'options',
        options: [
          { label: 'Desktop', name: 'desktop' },
          { label: 'Desktop Chrome', name: 'desktop_chrome' },
          { label: 'Desktop Edge', name: 'desktop_edge' },
          { label: 'Desktop Firefox', name: 'desktop_firefox' },
          { label: 'Desktop Opera', name: 'desktop_opera' },
          { label: 'Desktop Safari', name: 'desktop_safari' },
          { label: 'Mobile', name: 'mobile' },
          { label: 'Mobile Android', name: 'mobile_android' },
          { label: 'Mobile Ios', name: 'mobile_ios' },
          { label: 'Tablet', name: 'tablet' },
          { label: 'Tablet Android', name: 'tablet_android' },
          { label: 'Tablet Ios', name: 'tablet_ios' },
        ],
        default: 'desktop',
        optional: true,
      },
    ],
  }),
  credentials: [credential],
  provides: provideLoader(async () => (await import('./load.ts')).loadResults),
})
