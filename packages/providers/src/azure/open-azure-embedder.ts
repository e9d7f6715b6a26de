import { openVendorEmbedder } from '../ai-sdk/open-vendor-embedder.ts'
import { AZURE_HOME, AZURE_KEY } from './azure-home.ts'
import { connectAzure } from './connect-azure.ts'

/** Opens the embeddings of a deployment of Azure OpenAI. */
export const openAzureEmbedder = openVendorEmbedder({
  ...AZURE_HOME,
  key: AZURE_KEY,
  nameOf: ({ azureOpenAIApiDeploymentName: deployment = '' }) => deployment,
  connect: (connection) => {
    const { azure, deployment } = connectAzure(connection)
    return azure.embedding(deployment)
  },
  mostTexts: 512,
  outOfQuota: ['insufficient_quota'],
})
