import type { VendorHome, VendorKey } from '../ai-sdk/read-endpoint.ts'

/** A label of a host: nothing in it may lead elsewhere. */
const RESOURCE = /^[a-z\d][a-z\d-]{0,62}$/i

/** The resource that the credential names, unless the node names another address. */
export const AZURE_HOME = {
  label: 'Azure OpenAI',
  baseURLOf: ({ azureOpenAIApiInstanceName: name = '' }: Record<string, string>) =>
    RESOURCE.test(name.trim()) ? `https://${name.trim()}.openai.azure.com/openai` : undefined,
  addressParam: 'basepath',
} satisfies VendorHome

export const AZURE_KEY: VendorKey = { field: 'azureOpenAIApiKey', needed: 'always' }
