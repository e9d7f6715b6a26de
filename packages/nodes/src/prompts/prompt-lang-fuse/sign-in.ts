import { authoriseRequest, type CredentialCall, type HttpSecrets, readServerBase } from '@runnel/node-kit'

/** The LangFuse that its makers run in Europe. */
export const LANGFUSE = 'https://cloud.langfuse.com'

/** Where a LangFuse is and as which project it is asked, by the fields of its credential. */
export function signIn({
  langFuseSecretKey = '',
  langFusePublicKey = '',
  langFuseEndpoint = '',
}: Record<string, string>): HttpSecrets {
  const secrets = authoriseRequest({
    basicAuthUsername: langFusePublicKey.trim(),
    basicAuthPassword: langFuseSecretKey.trim(),
  })
  return { base: readServerBase(langFuseEndpoint, LANGFUSE), ...secrets }
}

/** Asks which project the keys belong to. */
export function testLangFuse(fields: Record<string, string>): CredentialCall {
  const { base = '', headers = {} } = signIn(fields)
  return { url: `${base}/api/public/projects`, headers }
}
