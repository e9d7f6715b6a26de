import { RunnelError } from '@runnel/contract'
import type { VendorHome, VendorKey } from '../ai-sdk/read-endpoint.ts'

/** The service that the credential names. */
export const WATSONX_HOME = {
  label: 'IBM watsonx',
  baseURLOf: ({ serviceUrl = '' }: Record<string, string>) => {
    const address = serviceUrl.trim().replace(/(?<!\/)\/+$/, '')
    if (address === '') return undefined
    if (URL.canParse(address) && /^https?:/.test(address)) return `${address}/ml/v1/text`
    throw new RunnelError(
      'invalid_input',
      'The service URL in the credential of IBM watsonx is no web address. Write it as https://us-south.ml.cloud.ibm.com.',
    )
  },
} satisfies VendorHome

export const WATSONX_KEY: VendorKey = {
  field: 'watsonxAIApikey',
  otherField: 'watsonxAIBearerToken',
  needed: 'always',
}
