import type { Provider } from '@runnel/node-kit'
import {
  httpApiKeyCredential,
  httpBasicAuthCredential,
  httpBearerTokenCredential,
} from './http-credentials.ts'

/** Any server that speaks HTTP: the keys that steps send it with their requests. */
export const httpProvider: Provider = {
  name: 'http',
  nodes: [],
  credentials: [httpBasicAuthCredential, httpBearerTokenCredential, httpApiKeyCredential],
}
