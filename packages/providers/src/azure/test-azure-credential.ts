import { type CredentialTest, testKey } from '@runnel/node-kit'
import { AZURE_HOME, AZURE_KEY } from './azure-home.ts'
import { AZURE_VERSION } from './connect-azure.ts'

/** Asks the resource that the credential names for its models. */
export const testAzureCredential: CredentialTest = (fields, at) => {
  const baseURL = AZURE_HOME.baseURLOf(fields)
  if (baseURL === undefined) return undefined
  const version = encodeURIComponent(fields.azureOpenAIApiVersion?.trim() || AZURE_VERSION)
  const ask = testKey(AZURE_KEY.field, {
    url: `${baseURL}/models?api-version=${version}`,
    show: (key) => ({ headers: { 'api-key': key } }),
  })
  return ask(fields, at)
}
