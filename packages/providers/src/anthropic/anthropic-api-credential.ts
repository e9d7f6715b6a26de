import { type CredentialType, testKey } from '@runnel/node-kit'
import { ANTHROPIC_HOME, ANTHROPIC_KEY_FIELD } from './anthropic-home.ts'

/** A key of Anthropic. */
export const anthropicApiCredential: CredentialType = {
  test: testKey(ANTHROPIC_KEY_FIELD, {
    url: `${ANTHROPIC_HOME.baseURL}/models?limit=1`,
    headers: { 'anthropic-version': '2023-06-01' },
    show: (key) => ({ headers: { 'x-api-key': key } }),
  }),
  name: 'anthropicApi',
  label: 'Anthropic API',
  version: 1,
  inputs: [{ label: 'Anthropic Api Key', name: 'anthropicApiKey', type: 'password' }],
}
