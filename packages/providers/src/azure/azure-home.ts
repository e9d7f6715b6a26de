import type { JsonObject } from '@runnel/contract'
import { readText } from '@runnel/node-kit'
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

/** Hosts at which Azure itself answers. */
const OWN_HOSTS = ['.openai.azure.com', '.services.ai.azure.com', '.cognitiveservices.azure.com']

/** Whether a node's calls go to Azure, and not to a gateway of one's own, which may speak chat completions alone. */
export function isOnAzure(values: JsonObject): boolean {
  const address = readText(values, AZURE_HOME.addressParam).trim()
  if (address === '') return true
  if (!URL.canParse(address)) return false
  const { hostname } = new URL(address)
  return OWN_HOSTS.some((host) => hostname.endsWith(host))
}
