import { createAzure } from '@ai-sdk/azure'
import { RunnelError } from '@runnel/contract'
import type { VendorConnection } from '../ai-sdk/open-vendor-model.ts'

/** The protocol that is spoken where the credential says nothing else. */
export const AZURE_VERSION = '2024-10-21'

/** The deployment that the credential names, and the vendor's client for it. */
export function connectAzure({ baseURL, apiKey, headers, fetch, credential }: VendorConnection) {
  const deployment = credential.azureOpenAIApiDeploymentName?.trim()
  if (!deployment) {
    throw new RunnelError(
      'invalid_input',
      'The credential of Azure OpenAI names no deployment. Write it there.',
    )
  }
  const apiVersion = credential.azureOpenAIApiVersion?.trim() || AZURE_VERSION
  // Some flows end their base path with what the client adds.
  const reached = { baseURL: baseURL.replace(/\/deployments$/, ''), apiKey, headers, fetch }
  const azure = createAzure({ ...reached, apiVersion, useDeploymentBasedUrls: true })
  // Responses stand beside the deployments, which they name, and have a version of their own.
  return { azure, deployment, openResponses: () => createAzure(reached).responses(deployment) }
}
